import type { DatabaseSync } from 'node:sqlite'
import { type ClientRecord, identifiersOf, searchTermsOf } from '@chancery/core'

/** Each brings the layout from its index to the next version; those that were released are never changed. */
const migrations: readonly string[] = [
  `
  CREATE TABLE clients (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE identifiers (
    key TEXT NOT NULL,
    client TEXT NOT NULL REFERENCES clients (id),
    PRIMARY KEY (key, client)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX identifiers_of_client ON identifiers (client);
  `,
  // Spaces, and identifiers that one client alone may have. Two clients that an older version made of one keep what they
  // have; the older of them is the one that has it alone.
  `
  ALTER TABLE clients RENAME TO clients_1;
  ALTER TABLE identifiers RENAME TO identifiers_1;
  CREATE TABLE clients (
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (space, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE identifiers (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    client TEXT NOT NULL,
    alone INTEGER NOT NULL,
    PRIMARY KEY (space, key, client),
    FOREIGN KEY (space, client) REFERENCES clients (space, id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO clients SELECT '', id, version, created_at, record FROM clients_1;
  INSERT INTO identifiers
    SELECT '', key, client,
      substr(key, 1, instr(key, ':') - 1) IN ('external', 'row')
        AND row_number() OVER (PARTITION BY key ORDER BY created_at, id) = 1
    FROM identifiers_1 JOIN clients_1 ON id = client;
  DROP TABLE identifiers_1;
  DROP TABLE clients_1;
  CREATE INDEX identifiers_of_client ON identifiers (space, client);
  CREATE UNIQUE INDEX identifiers_alone ON identifiers (space, key) WHERE alone = 1;
  `,
  // Keys by which clients are found that may be one: `index` fills them in.
  `
  DELETE FROM identifiers WHERE key LIKE 'block:%';
  `,
  // Clients have numbers, by which the tables of what they are found by name them: those are written all over, and the
  // narrower their rows, the fewer pages. A number is never given again. `index` fills in the blocks.
  `
  ALTER TABLE clients RENAME TO clients_3;
  ALTER TABLE identifiers RENAME TO identifiers_3;
  CREATE TABLE clients (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (space, id)
  ) STRICT;
  CREATE TABLE identifiers (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    client INTEGER NOT NULL,
    alone INTEGER NOT NULL,
    PRIMARY KEY (space, key, client)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blocks (
    space TEXT NOT NULL,
    key INTEGER NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (space, key, client)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO clients (space, id, version, created_at, record)
    SELECT space, id, version, created_at, record FROM clients_3 ORDER BY created_at, id;
  INSERT INTO identifiers
    SELECT identifiers_3.space, key, number, alone
    FROM identifiers_3 JOIN clients ON clients.space = identifiers_3.space AND id = client
    WHERE key NOT LIKE 'block:%';
  DROP TABLE identifiers_3;
  DROP TABLE clients_3;
  CREATE UNIQUE INDEX identifiers_alone ON identifiers (space, key) WHERE alone = 1;
  `,
  `
  -- What is to be told of imports, as JSON, until the outbox of the service has it.
  CREATE TABLE events (id TEXT PRIMARY KEY, event TEXT NOT NULL) STRICT;
  `,
  // Words by whose beginnings clients are looked for, by the number of the client: an index of words takes a fifth of the
  // time of a table to write. `index` fills it in.
  `
  CREATE VIRTUAL TABLE words USING fts5 (terms, detail = none, tokenize = "ascii tokenchars '@'");
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  CREATE INDEX clients_of_space ON clients (space);
  `,
  // Deleted clients, by the digests of their rows and their ids: nothing that they said.
  `
  CREATE TABLE deletions (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    client TEXT NOT NULL,
    deleted_at TEXT NOT NULL,
    PRIMARY KEY (space, key)
  ) STRICT, WITHOUT ROWID;
  `,
  // Who has alone what one client alone may have is seen in the table, as it is written: an index of that held every row a
  // second time.
  `
  DROP INDEX identifiers_alone;
  `,
  // What came last of the keys: see `clientKeys`.
  `
  CREATE TABLE recent_identifiers (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    client INTEGER NOT NULL,
    alone INTEGER NOT NULL,
    PRIMARY KEY (space, key, client)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE recent_blocks (
    space TEXT NOT NULL,
    key INTEGER NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (space, key, client)
  ) STRICT, WITHOUT ROWID;
  `,
  // Names with an apostrophe, and those that are written without a blank, have words more: `index` fills them in.
  `
  DELETE FROM words;
  `,
  // What became of the batches of imports that go on where they were cut off, as JSON.
  `
  CREATE TABLE import_outcomes (
    import TEXT NOT NULL,
    after_rows INTEGER NOT NULL,
    space TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    PRIMARY KEY (import, after_rows)
  ) STRICT;
  CREATE INDEX import_outcomes_at ON import_outcomes (at);
  `,
  // Names in other letters, and those of companies, have other keys: `index` fills them in.
  `
  DELETE FROM blocks;
  DELETE FROM recent_blocks;
  `,
  // So have those of three names; with a hyphen, or in other letters, they have words more: `index` fills them in.
  `
  DELETE FROM blocks;
  DELETE FROM recent_blocks;
  DELETE FROM words;
  `,
  // A client may have several entries of words, and has the names of its rows among them: `index` fills them in.
  // The table is made anew: to take out one client after the other would take minutes where there are many.
  `
  DROP TABLE words;
  CREATE VIRTUAL TABLE words USING fts5 (terms, detail = none, tokenize = "ascii tokenchars '@'");
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  `,
  // Who has a tax id has a key more: `index` fills them in.
  `
  DELETE FROM blocks;
  DELETE FROM recent_blocks;
  `,
  // Clients with words in the index that they do not say any more.
  `
  CREATE TABLE IF NOT EXISTS former_words (client INTEGER PRIMARY KEY) STRICT;
  `,
  // Words are keys as others: FTS5 takes out for good in 3 to 40 ms what a client does not say any more. `index`
  // fills them in.
  `
  DROP TABLE IF EXISTS former_words;
  DROP TABLE words;
  CREATE TABLE words (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (space, key, client)
  ) STRICT, WITHOUT ROWID;
  DROP TABLE IF EXISTS recent_words;
  CREATE TABLE recent_words (
    space TEXT NOT NULL,
    key TEXT NOT NULL,
    client INTEGER NOT NULL,
    PRIMARY KEY (space, key, client)
  ) STRICT, WITHOUT ROWID;
  `,
  // What came last is a log: see `recentKeys`. A number is never given again, by which it is seen what is new in it. Names that
  // languages transcribe otherwise have other keys: `index` fills them in.
  `
  INSERT INTO identifiers SELECT * FROM recent_identifiers WHERE true ON CONFLICT DO NOTHING;
  DROP TABLE recent_identifiers;
  CREATE TABLE identifiers_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    gone TEXT NOT NULL,
    fresh TEXT NOT NULL
  ) STRICT;
  DELETE FROM blocks;
  DROP TABLE recent_blocks;
  CREATE TABLE blocks_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    gone TEXT NOT NULL,
    fresh TEXT NOT NULL
  ) STRICT;
  INSERT INTO words SELECT * FROM recent_words WHERE true ON CONFLICT DO NOTHING;
  DROP TABLE recent_words;
  CREATE TABLE words_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    gone TEXT NOT NULL,
    fresh TEXT NOT NULL
  ) STRICT;
  `,
]

/** The layouts from which on the blocks are those of `blockKeys`, and the words those of `searchTermsOf`. */
const [withBlocks, withWords] = [18, 17]

/**
 * Gives the clients that were there before the keys or words of now. These are spread over the whole of their table: they
 * are gathered first, and written in its order, each page once.
 */
function index(
  database: DatabaseSync,
  table: 'blocks' | 'words',
  keysOf: (record: ClientRecord) => readonly (number | string)[],
): void {
  database.exec('CREATE TEMP TABLE gathered (space TEXT NOT NULL, key NOT NULL, client INTEGER NOT NULL)')
  const gather = database.prepare('INSERT INTO gathered (space, key, client) VALUES (?, ?, ?)')
  for (const { space, number, record } of database.prepare('SELECT space, number, record FROM clients').iterate()) {
    for (const key of keysOf(JSON.parse(String(record)) as ClientRecord)) gather.run(String(space), key, Number(number))
  }
  database.exec(`INSERT INTO ${table} SELECT space, key, client FROM gathered ORDER BY space, key, client`)
  database.exec('DROP TABLE gathered')
}

const blocksOf = (record: ClientRecord): readonly number[] =>
  identifiersOf(record).flatMap(({ kind, value }) => (kind === 'block' ? value : []))

/** The newest layout of the file, as its `user_version` says it. */
export const clientLayout = migrations.length

/** Brings a file to the newest layout, within a transaction of the caller's. @throws where it is of a newer one. */
export function migrateClients(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > clientLayout) throw new Error('The client directory was made by another version.')
  for (const migration of migrations.slice(version)) database.exec(migration)
  if (version > 0 && version < withBlocks) index(database, 'blocks', blocksOf)
  if (version > 0 && version < withWords) index(database, 'words', searchTermsOf)
  database.exec(`PRAGMA user_version = ${clientLayout}`)
}
