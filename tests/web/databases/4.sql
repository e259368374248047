BEGIN TRANSACTION;
CREATE TABLE chat (
	game_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "chat" VALUES('jD5tRzwJrH7y',0,0,'Hello');
CREATE TABLE conditions (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	lines TEXT NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "conditions" VALUES('DIvHGr94Ib0p',0,1,'b2 c3');
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
	due BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('N-1jiwM4VLHl','hex:pie=no,size=5',NULL,1.79582958768673944466e+09,1.7958295877807807922e+09,4,'resignation','1,0','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('jD5tRzwJrH7y','hex:pie=no,size=5',NULL,1.79582958781061434744e+09,1.79582958794660806651e+09,4,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','undo 1 1 1',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('I6hLHx53_ntV','lines-of-action',NULL,1.79582958840264654163e+09,1.79582958846764564517e+09,1,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('MMr2XQVuMEOD','hex:pie=no,size=5',NULL,1.79582958855766844754e+09,1.7958295926541931629e+09,2,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'countdown:time=1h','1795829588618 turn 1; +4001 pause ''away',1795833188618);
INSERT INTO "games" VALUES('DIvHGr94Ib0p','hex:pie=no,size=5',NULL,1.79582958875464320184e+09,1.79582959267875480651e+09,3,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'calendar:bank=3d','1795829588761 turn 1; +3917 pause ''away',1796088788761);
INSERT INTO "games" VALUES('TKaBF189CqP0','hex:size=5',NULL,1.79582958889064836505e+09,1.79582958889064836505e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('4lO25wMPqY4x','hex',NULL,1.79582958912499189379e+09,1.79582958912499189379e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE holders (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seat, browser), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "holders" VALUES('TKaBF189CqP0',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
INSERT INTO "holders" VALUES('4lO25wMPqY4x',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
CREATE TABLE match_games (
	match_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	game_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES matches (id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE match_holders (
	match_id VARCHAR(40) NOT NULL, 
	side INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (match_id, side, browser), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "match_holders" VALUES('jvPsM7JPUkSi',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
CREATE TABLE matches (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	settings TEXT NOT NULL, 
	sides TEXT NOT NULL, 
	clock TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('jvPsM7JPUkSi','','{"game": "hex:size=5", "games": 2, "stop": "played"}','[["here", ""], ["link", ""]]','','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1.7958295899321596623e+09);
CREATE TABLE moves (
	game_id VARCHAR(40) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, ply), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "moves" VALUES('N-1jiwM4VLHl',0,0,'a1');
INSERT INTO "moves" VALUES('N-1jiwM4VLHl',1,1,'b2');
INSERT INTO "moves" VALUES('N-1jiwM4VLHl',2,0,'c3');
INSERT INTO "moves" VALUES('jD5tRzwJrH7y',0,0,'c3');
INSERT INTO "moves" VALUES('jD5tRzwJrH7y',1,1,'d4');
INSERT INTO "moves" VALUES('I6hLHx53_ntV',0,0,'b1-b3');
INSERT INTO "moves" VALUES('MMr2XQVuMEOD',0,0,'a1');
INSERT INTO "moves" VALUES('DIvHGr94Ib0p',0,0,'a1');
CREATE TABLE notices (
	game_id VARCHAR(40) NOT NULL, 
	what VARCHAR(60) NOT NULL, 
	PRIMARY KEY (game_id, what), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE parlour (
	version INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "parlour" VALUES(4,'orRehbQNiCm2taE_pjtg7NoA7fiApp1IakieQBpQlV8');
CREATE TABLE person_browsers (
	browser VARCHAR(64) NOT NULL, 
	person_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (browser), 
	FOREIGN KEY(person_id) REFERENCES persons (id)
);
INSERT INTO "person_browsers" VALUES('e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','jsBVO-ZxknC1');
CREATE TABLE persons (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	folded VARCHAR(60), 
	zone VARCHAR(60) NOT NULL, 
	off VARCHAR(30) NOT NULL, 
	vacations TEXT NOT NULL, 
	changed BIGINT NOT NULL, 
	mail VARCHAR(254) NOT NULL, 
	confirmed INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded)
);
INSERT INTO "persons" VALUES('jsBVO-ZxknC1','Ann','ann','Europe/Berlin','sat','',1795829586882,'',0);
CREATE TABLE pulse (
	server VARCHAR(64) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (server)
);
CREATE TABLE rated (
	game_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "rated" VALUES('4lO25wMPqY4x');
CREATE TABLE seats (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	player VARCHAR(200) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('N-1jiwM4VLHl',0,'person','','');
INSERT INTO "seats" VALUES('N-1jiwM4VLHl',1,'person','','');
INSERT INTO "seats" VALUES('jD5tRzwJrH7y',0,'person','','');
INSERT INTO "seats" VALUES('jD5tRzwJrH7y',1,'person','','');
INSERT INTO "seats" VALUES('I6hLHx53_ntV',0,'person','','');
INSERT INTO "seats" VALUES('I6hLHx53_ntV',1,'person','','');
INSERT INTO "seats" VALUES('MMr2XQVuMEOD',0,'person','','');
INSERT INTO "seats" VALUES('MMr2XQVuMEOD',1,'person','','');
INSERT INTO "seats" VALUES('DIvHGr94Ib0p',0,'person','','');
INSERT INTO "seats" VALUES('DIvHGr94Ib0p',1,'person','','');
INSERT INTO "seats" VALUES('TKaBF189CqP0',0,'person','','');
INSERT INTO "seats" VALUES('TKaBF189CqP0',1,'bot','random','');
INSERT INTO "seats" VALUES('4lO25wMPqY4x',0,'person','','Ann');
INSERT INTO "seats" VALUES('4lO25wMPqY4x',1,'person','','');
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
INSERT INTO "studies" VALUES('VOUX0I3lXklk','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','Hex','hex:pie=no,size=5',0,1.79582959220912718773e+09,1.79582959247845935822e+09,1,1,'','[Game "hex:pie=no,size=5"]
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
INSERT INTO "study_edits" VALUES('VOUX0I3lXklk',0,'{"do":"add","at":"start","moves":["c3"]}');
CREATE INDEX ix_studies_owner ON studies (owner);
CREATE INDEX ix_holders_browser ON holders (browser);
CREATE INDEX ix_match_games_game_id ON match_games (game_id);
CREATE INDEX ix_match_holders_browser ON match_holders (browser);
CREATE INDEX ix_person_browsers_person_id ON person_browsers (person_id);
CREATE INDEX ix_study_editors_browser ON study_editors (browser);
COMMIT;
