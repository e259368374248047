BEGIN TRANSACTION;
CREATE TABLE games (
	id VARCHAR(40) NOT NULL, 
	game TEXT NOT NULL, 
	position TEXT, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	version INTEGER DEFAULT '0' NOT NULL, 
	reason VARCHAR(60), 
	scores VARCHAR(200), 
	owner VARCHAR(64), 
	offer TEXT, 
	next VARCHAR(40), 
	clock TEXT, 
	clock_events TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('RAHPsD4F_t1K','hex:pie=no,size=5',NULL,1.79582956349413442611e+09,1.79582956367698025703e+09,4,'resignation','1,0','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('UU1MmHwVgp23','hex:pie=no,size=5',NULL,1.79582956389010381693e+09,1.79582956421687698362e+09,3,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','undo 1 1 1',NULL,NULL,NULL);
INSERT INTO "games" VALUES('h2z9kInuVwgo','lines-of-action',NULL,1.79582956479991745946e+09,1.79582956484827589984e+09,1,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('6Usc0s1nBugq','hex:pie=no,size=5',NULL,1.79582956486334729189e+09,1.79582956830205535889e+09,2,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'countdown:time=1h','1795829564961 turn 1; +3331 pause ''away');
INSERT INTO "games" VALUES('sfsPOZrLIYT-','hex:pie=no,size=5',NULL,1.7958295650973258019e+09,1.79582956832638430599e+09,2,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'calendar:bank=3d','1795829565204 turn 1; +3114 pause ''away');
INSERT INTO "games" VALUES('3nmSnlQYL-nu','hex:size=5',NULL,1.79582956552018857001e+09,1.79582956552018857001e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('yKd1lrSikZDk','hex',NULL,1.79582956569409394262e+09,1.79582956569409394262e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL);
CREATE TABLE holders (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seat, browser), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "holders" VALUES('3nmSnlQYL-nu',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
INSERT INTO "holders" VALUES('yKd1lrSikZDk',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
CREATE TABLE moves (
	game_id VARCHAR(40) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, ply), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "moves" VALUES('RAHPsD4F_t1K',0,0,'a1');
INSERT INTO "moves" VALUES('RAHPsD4F_t1K',1,1,'b2');
INSERT INTO "moves" VALUES('RAHPsD4F_t1K',2,0,'c3');
INSERT INTO "moves" VALUES('UU1MmHwVgp23',0,0,'c3');
INSERT INTO "moves" VALUES('UU1MmHwVgp23',1,1,'d4');
INSERT INTO "moves" VALUES('h2z9kInuVwgo',0,0,'b1-b3');
INSERT INTO "moves" VALUES('6Usc0s1nBugq',0,0,'a1');
INSERT INTO "moves" VALUES('sfsPOZrLIYT-',0,0,'a1');
CREATE TABLE parlour (
	version INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "parlour" VALUES(3,'I91dbJl1E5QItL2ei6tOX0i1VeZX16KKQ6XBSsvQ-Fs');
CREATE TABLE pulse (
	server VARCHAR(64) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (server)
);
CREATE TABLE seats (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	player VARCHAR(200) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('RAHPsD4F_t1K',0,'person','','');
INSERT INTO "seats" VALUES('RAHPsD4F_t1K',1,'person','','');
INSERT INTO "seats" VALUES('UU1MmHwVgp23',0,'person','','');
INSERT INTO "seats" VALUES('UU1MmHwVgp23',1,'person','','');
INSERT INTO "seats" VALUES('h2z9kInuVwgo',0,'person','','');
INSERT INTO "seats" VALUES('h2z9kInuVwgo',1,'person','','');
INSERT INTO "seats" VALUES('6Usc0s1nBugq',0,'person','','');
INSERT INTO "seats" VALUES('6Usc0s1nBugq',1,'person','','');
INSERT INTO "seats" VALUES('sfsPOZrLIYT-',0,'person','','');
INSERT INTO "seats" VALUES('sfsPOZrLIYT-',1,'person','','');
INSERT INTO "seats" VALUES('3nmSnlQYL-nu',0,'person','','');
INSERT INTO "seats" VALUES('3nmSnlQYL-nu',1,'bot','random','');
INSERT INTO "seats" VALUES('yKd1lrSikZDk',0,'person','','');
INSERT INTO "seats" VALUES('yKd1lrSikZDk',1,'person','','');
CREATE TABLE studies (
	id VARCHAR(40) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	title VARCHAR(200) NOT NULL, 
	game TEXT NOT NULL, 
	open INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	told TEXT NOT NULL, 
	base TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "studies" VALUES('Y9T30SJtaPE_','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','Hex','hex:pie=no,size=5',0,1.79582956808152842519e+09,1.79582956821504282946e+09,1,1,'','[Game "hex:pie=no,size=5"]
[Result "*"]

*
');
CREATE TABLE study_editors (
	study_id VARCHAR(40) NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (study_id, browser), 
	FOREIGN KEY(study_id) REFERENCES studies (id)
);
CREATE TABLE study_edits (
	study_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	edit TEXT NOT NULL, 
	PRIMARY KEY (study_id, number), 
	FOREIGN KEY(study_id) REFERENCES studies (id)
);
INSERT INTO "study_edits" VALUES('Y9T30SJtaPE_',0,'{"do":"add","at":"start","moves":["c3"]}');
CREATE INDEX ix_studies_owner ON studies (owner);
CREATE INDEX ix_holders_browser ON holders (browser);
CREATE INDEX ix_study_editors_browser ON study_editors (browser);
COMMIT;
