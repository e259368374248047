BEGIN TRANSACTION;
CREATE TABLE audit (
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(60) NOT NULL, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(60) NOT NULL, 
	words TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE chat (
	game_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "chat" VALUES('TgLgKGsAjwsR',0,0,'Hello');
CREATE TABLE collection_parts (
	collection_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	content BLOB NOT NULL, 
	PRIMARY KEY (collection_id, number), 
	FOREIGN KEY(collection_id) REFERENCES collections (id)
);
CREATE TABLE collections (
	id VARCHAR(40) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	used FLOAT NOT NULL, 
	beat FLOAT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	games INTEGER NOT NULL, 
	summary TEXT NOT NULL, 
	trouble TEXT NOT NULL, 
	size BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE conditions (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	lines TEXT NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "conditions" VALUES('AF7nBWS317t-',0,1,'b2 c3');
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
INSERT INTO "games" VALUES('Kp541nqSCW-K','hex:pie=no,size=5',NULL,1.79584546844481968879e+09,1.7958454687085306645e+09,4,'resignation','1,0','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('TgLgKGsAjwsR','hex:pie=no,size=5',NULL,1.79584546877909541134e+09,1.79584546890621256833e+09,4,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','undo 1 1 1',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('mfueOcGr7xWq','lines-of-action',NULL,1.79584546895243167877e+09,1.79584546895642924307e+09,1,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('Npehi8kl29Yj','hex:pie=no,size=5',NULL,1.79584546896300220487e+09,1795845508.08054,2,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'countdown:time=1h','1795845468966 turn 1; +39112 pause ''away',1795849068966);
INSERT INTO "games" VALUES('AF7nBWS317t-','hex:pie=no,size=5',NULL,1.79584546897720694546e+09,1.79584550809262800214e+09,3,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'calendar:bank=3d','1795845468980 turn 1; +39111 pause ''away',1796104668980);
INSERT INTO "games" VALUES('_j_xfXIo8w3U','hex:size=5',NULL,1.7958454690112304687e+09,1.7958454690112304687e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('7fC5U_6-IETA','hex',NULL,1.79584546938455152506e+09,1.79584546938455152506e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE holders (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seat, browser), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "holders" VALUES('_j_xfXIo8w3U',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
INSERT INTO "holders" VALUES('7fC5U_6-IETA',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
CREATE TABLE letters (
	number INTEGER NOT NULL, 
	day INTEGER NOT NULL, 
	recipient VARCHAR(64) NOT NULL, 
	sender VARCHAR(64) NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE links (
	purpose VARCHAR(120) NOT NULL, 
	renewed INTEGER NOT NULL, 
	PRIMARY KEY (purpose)
);
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
INSERT INTO "match_holders" VALUES('zANg_tAQKm7z',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
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
INSERT INTO "matches" VALUES('zANg_tAQKm7z','','{"game": "hex:size=5", "games": 2, "stop": "played"}','[["here", ""], ["link", ""]]','','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1.79584547016704320905e+09);
CREATE TABLE moves (
	game_id VARCHAR(40) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, ply), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "moves" VALUES('Kp541nqSCW-K',0,0,'a1');
INSERT INTO "moves" VALUES('Kp541nqSCW-K',1,1,'b2');
INSERT INTO "moves" VALUES('Kp541nqSCW-K',2,0,'c3');
INSERT INTO "moves" VALUES('TgLgKGsAjwsR',0,0,'c3');
INSERT INTO "moves" VALUES('TgLgKGsAjwsR',1,1,'d4');
INSERT INTO "moves" VALUES('mfueOcGr7xWq',0,0,'b1-b3');
INSERT INTO "moves" VALUES('Npehi8kl29Yj',0,0,'a1');
INSERT INTO "moves" VALUES('AF7nBWS317t-',0,0,'a1');
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
INSERT INTO "parlour" VALUES(5,'IFQGxbtdCrWgU6yqTFG37hO5HpC0qgz6eEqCyXMMyQs');
CREATE TABLE person_browsers (
	browser VARCHAR(64) NOT NULL, 
	person_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (browser), 
	FOREIGN KEY(person_id) REFERENCES persons (id)
);
INSERT INTO "person_browsers" VALUES('e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','VGRhSxGcAmz3');
CREATE TABLE persons (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	folded VARCHAR(60), 
	zone VARCHAR(60) NOT NULL, 
	off VARCHAR(30) NOT NULL, 
	vacations TEXT NOT NULL, 
	changed BIGINT NOT NULL, 
	since VARCHAR(10) DEFAULT '' NOT NULL, 
	mail VARCHAR(254) NOT NULL, 
	confirmed INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded)
);
INSERT INTO "persons" VALUES('VGRhSxGcAmz3','Ann','ann','Europe/Berlin','sat','',1795845467729,'2026-11-29','',0);
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
INSERT INTO "rated" VALUES('7fC5U_6-IETA');
CREATE TABLE seats (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	player VARCHAR(200) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	person VARCHAR(40), 
	origin VARCHAR(64), 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('Kp541nqSCW-K',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('Kp541nqSCW-K',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('TgLgKGsAjwsR',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('TgLgKGsAjwsR',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('mfueOcGr7xWq',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('mfueOcGr7xWq',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('Npehi8kl29Yj',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('Npehi8kl29Yj',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('AF7nBWS317t-',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('AF7nBWS317t-',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('_j_xfXIo8w3U',0,'person','','','VGRhSxGcAmz3','182XTdqAiCTJDYVdYROSq7e2YpfcW2WqmOxUnngFFyQ');
INSERT INTO "seats" VALUES('_j_xfXIo8w3U',1,'bot','random','',NULL,NULL);
INSERT INTO "seats" VALUES('7fC5U_6-IETA',0,'person','','Ann','VGRhSxGcAmz3','182XTdqAiCTJDYVdYROSq7e2YpfcW2WqmOxUnngFFyQ');
INSERT INTO "seats" VALUES('7fC5U_6-IETA',1,'person','','',NULL,NULL);
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
	secret VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "studies" VALUES('YciK54c8wZl1','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','Hex','hex:pie=no,size=5',0,1.79584550798455023761e+09,1.79584550804765105246e+09,1,1,'','[Game "hex:pie=no,size=5"]
[Result "*"]

*
','4UXkYXVkuQyaVoccNiZysj0mFIB0V6B9ntit0wYrTY0');
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
INSERT INTO "study_edits" VALUES('YciK54c8wZl1',0,'{"do":"add","at":"start","moves":["c3"]}');
CREATE INDEX ix_studies_owner ON studies (owner);
CREATE INDEX ix_letters_day ON letters (day);
CREATE INDEX ix_collections_owner ON collections (owner);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_holders_browser ON holders (browser);
CREATE INDEX ix_match_games_game_id ON match_games (game_id);
CREATE INDEX ix_match_holders_browser ON match_holders (browser);
CREATE INDEX ix_person_browsers_person_id ON person_browsers (person_id);
CREATE INDEX ix_study_editors_browser ON study_editors (browser);
COMMIT;
