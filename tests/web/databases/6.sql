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
INSERT INTO "chat" VALUES('cNM8iLCPeq96',0,0,'Hello');
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
INSERT INTO "conditions" VALUES('q-s_cXPG19Dm',0,1,'b2 c3');
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
INSERT INTO "games" VALUES('m80gZr9JNgG7','hex:pie=no,size=5',NULL,1.79587661023734331128e+09,1.79587661044949865344e+09,4,'resignation','1,0','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('cNM8iLCPeq96','hex:pie=no,size=5',NULL,1.79587661045422029492e+09,1.79587661046904349324e+09,4,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','undo 1 1 1',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('B8HCaRm-RVqe','lines-of-action',NULL,1.79587661058043289181e+09,1.79587661059564089776e+09,1,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('c5PzfK3BeSCT','hex:pie=no,size=5',NULL,1.79587661060548305514e+09,1.79587662448667287826e+09,2,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'countdown:time=1h','1795876610607 turn 1; +13879 pause ''away',1795880210607);
INSERT INTO "games" VALUES('q-s_cXPG19Dm','hex:pie=no,size=5',NULL,1.79587661061059880259e+09,1.79587662448966884614e+09,3,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'calendar:bank=3d','1795876610613 turn 1; +13876 pause ''away',1796135810613);
INSERT INTO "games" VALUES('OHrXeQI_pBMQ','hex:size=5',NULL,1795876610.72056,1795876610.72056,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('zaBlwRwmK6yf','hex',NULL,1.79587661079319119454e+09,1.79587661079319119454e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE holders (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seat, browser), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "holders" VALUES('OHrXeQI_pBMQ',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
INSERT INTO "holders" VALUES('zaBlwRwmK6yf',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
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
INSERT INTO "match_holders" VALUES('s-kVKwG3m65-',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
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
INSERT INTO "matches" VALUES('s-kVKwG3m65-','','{"game": "hex:size=5", "games": 2, "stop": "played", "seed": 2455995277}','[["here", ""], ["link", ""]]','','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1.79587661095576524737e+09);
CREATE TABLE moves (
	game_id VARCHAR(40) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, ply), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "moves" VALUES('m80gZr9JNgG7',0,0,'a1');
INSERT INTO "moves" VALUES('m80gZr9JNgG7',1,1,'b2');
INSERT INTO "moves" VALUES('m80gZr9JNgG7',2,0,'c3');
INSERT INTO "moves" VALUES('cNM8iLCPeq96',0,0,'c3');
INSERT INTO "moves" VALUES('cNM8iLCPeq96',1,1,'d4');
INSERT INTO "moves" VALUES('B8HCaRm-RVqe',0,0,'b1-b3');
INSERT INTO "moves" VALUES('c5PzfK3BeSCT',0,0,'a1');
INSERT INTO "moves" VALUES('q-s_cXPG19Dm',0,0,'a1');
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
INSERT INTO "parlour" VALUES(6,'H6d0osZiHhhLka7iXeUHEKPkCoGIlZB32oefRg34tc4');
CREATE TABLE person_browsers (
	browser VARCHAR(64) NOT NULL, 
	person_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (browser), 
	FOREIGN KEY(person_id) REFERENCES persons (id)
);
INSERT INTO "person_browsers" VALUES('e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','sqOUSrOA0K_a');
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
INSERT INTO "persons" VALUES('sqOUSrOA0K_a','Ann','ann','Europe/Berlin','sat','',1795876610105,'2026-11-29','',0);
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
INSERT INTO "rated" VALUES('zaBlwRwmK6yf');
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
INSERT INTO "seats" VALUES('m80gZr9JNgG7',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('m80gZr9JNgG7',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('cNM8iLCPeq96',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('cNM8iLCPeq96',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('B8HCaRm-RVqe',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('B8HCaRm-RVqe',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('c5PzfK3BeSCT',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('c5PzfK3BeSCT',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('q-s_cXPG19Dm',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('q-s_cXPG19Dm',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('OHrXeQI_pBMQ',0,'person','','','sqOUSrOA0K_a','CtHTC5f9YunRSav1TXzm9CxSDP5z-SADwd1bXL8DQqQ');
INSERT INTO "seats" VALUES('OHrXeQI_pBMQ',1,'bot','random','',NULL,NULL);
INSERT INTO "seats" VALUES('zaBlwRwmK6yf',0,'person','','Ann','sqOUSrOA0K_a','CtHTC5f9YunRSav1TXzm9CxSDP5z-SADwd1bXL8DQqQ');
INSERT INTO "seats" VALUES('zaBlwRwmK6yf',1,'person','','',NULL,NULL);
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
INSERT INTO "studies" VALUES('Chns5bQdnaCf','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','Hex','hex:pie=no,size=5',0,1.79587662446122384076e+09,1.79587662447247791287e+09,1,1,'','[Game "hex:pie=no,size=5"]
[Result "*"]

*
','GjNOfpNO1AsDaSXJnyABnt6fWL-b4JWPtAModTPhIuw');
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
INSERT INTO "study_edits" VALUES('Chns5bQdnaCf',0,'{"do":"add","at":"start","moves":["c3"]}');
CREATE TABLE tournament_games (
	tournament_id VARCHAR(40) NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	game_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (tournament_id, round, board, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_players (
	tournament_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	player VARCHAR(200) DEFAULT '' NOT NULL, 
	browser VARCHAR(64) DEFAULT '' NOT NULL, 
	first INTEGER DEFAULT '1' NOT NULL, 
	last INTEGER, 
	PRIMARY KEY (tournament_id, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
INSERT INTO "tournament_players" VALUES('2kRgag2ezCdJ',0,'Ann','','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1,NULL);
CREATE TABLE tournaments (
	id VARCHAR(40) NOT NULL, 
	title VARCHAR(100) NOT NULL, 
	settings TEXT NOT NULL, 
	clock TEXT DEFAULT '' NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES('2kRgag2ezCdJ','Club night','{"format": "swiss", "games": ["hex:size=5"], "rounds": 1, "number": 1}','countdown:time=10m','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1.79587661106563973431e+09,'open');
CREATE INDEX ix_studies_owner ON studies (owner);
CREATE INDEX ix_letters_day ON letters (day);
CREATE INDEX ix_collections_owner ON collections (owner);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_holders_browser ON holders (browser);
CREATE INDEX ix_match_games_game_id ON match_games (game_id);
CREATE INDEX ix_match_holders_browser ON match_holders (browser);
CREATE INDEX ix_tournament_players_browser ON tournament_players (browser);
CREATE INDEX ix_tournament_games_game_id ON tournament_games (game_id);
CREATE INDEX ix_person_browsers_person_id ON person_browsers (person_id);
CREATE INDEX ix_study_editors_browser ON study_editors (browser);
COMMIT;
