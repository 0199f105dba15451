import type { DatabaseSync } from 'node:sqlite'
import { ChanceryError } from '@chancery/core'

/** Each brings the schema from its index to the next version; those that were released are never changed. */
const migrations: readonly string[] = [
  `
  CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    -- When the lease, or the answer, ends: milliseconds since the epoch.
    until INTEGER NOT NULL,
    -- The answer as JSON; NULL while the call runs.
    response TEXT
  ) STRICT;
  CREATE INDEX idempotency_until ON idempotency (until);
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE TABLE email_ledger (
    id TEXT PRIMARY KEY,
    -- The receipt as JSON; NULL while the outcome is not known.
    receipt TEXT
  ) STRICT;
  `,
  // Of which message the row is; NULL where it was written before this was kept: then no one can tell.
  'ALTER TABLE email_ledger ADD COLUMN fingerprint TEXT',
  `
  -- Calls that are done in the background. All times in milliseconds since the epoch.
  CREATE TABLE calls (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    -- What was taken on, as JSON.
    record TEXT NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    -- Of the holder; of a call that is done, of whoever kept its answer.
    token TEXT UNIQUE,
    lease_until INTEGER NOT NULL DEFAULT 0,
    taken_at INTEGER NOT NULL DEFAULT 0,
    unwanted INTEGER NOT NULL DEFAULT 0,
    progress TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX calls_of_owner ON calls (owner, created_at, id);
  CREATE INDEX calls_served ON calls (owner, taken_at);
  CREATE INDEX calls_open ON calls (state, owner) WHERE state IN ('waiting', 'running');
  CREATE INDEX calls_expiry ON calls (expires_at);
  `,
  // Messages in doubt are few among all that were sent: they are counted without a look at the rest.
  'CREATE INDEX email_ledger_in_doubt ON email_ledger (id) WHERE receipt IS NULL',
  `
  -- The message itself, until its outcome is known; all of it is NULL in rows from before it was kept.
  ALTER TABLE email_ledger ADD COLUMN provider TEXT;
  -- When it was handed over, or taken on, and when it is to be sent: milliseconds since the epoch.
  ALTER TABLE email_ledger ADD COLUMN created_at INTEGER;
  ALTER TABLE email_ledger ADD COLUMN due_at INTEGER;
  -- claimed, unknown, scheduled, cancelled or failed; it counts only where there is no receipt.
  ALTER TABLE email_ledger ADD COLUMN state TEXT NOT NULL DEFAULT 'claimed';
  -- What one that is unknown or failed did fail with.
  ALTER TABLE email_ledger ADD COLUMN code TEXT;
  -- The e-mail as JSON, and the bytes of its attachments.
  ALTER TABLE email_ledger ADD COLUMN request TEXT;
  ALTER TABLE email_ledger ADD COLUMN files BLOB;
  DROP INDEX email_ledger_in_doubt;
  CREATE INDEX email_ledger_open ON email_ledger (state, due_at, id) WHERE receipt IS NULL;

  -- Addresses that get no e-mails, in lower case.
  CREATE TABLE suppressions (
    address TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    -- Milliseconds since the epoch.
    at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- What is to be told to the firm's own systems, a row for each of them. All times in milliseconds since the epoch.
  CREATE TABLE events (
    id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    type TEXT NOT NULL,
    -- As it is sent.
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- When it is told, or told again; NULL: nobody tries any more.
    due_at INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    -- What the last try failed with.
    code TEXT,
    -- As JSON, while nobody has confirmed what it tells of.
    hold TEXT,
    PRIMARY KEY (id, endpoint)
  ) STRICT;
  CREATE INDEX events_due ON events (endpoint, due_at) WHERE due_at IS NOT NULL;
  -- Those that want nothing any more.
  CREATE TABLE gone_endpoints (endpoint TEXT PRIMARY KEY) STRICT;

  -- What providers told of e-mails that they took.
  CREATE TABLE email_events (
    provider TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Of the ledger, where it is known.
    email TEXT,
    -- Of the bounce, in the words of mail servers: 5.1.1.
    code TEXT,
    -- When it was told: milliseconds since the epoch.
    at INTEGER NOT NULL,
    PRIMARY KEY (provider, id)
  ) STRICT;
  CREATE INDEX email_events_at ON email_events (at);
  `,
  `
  -- A provider tells an e-mail by its id without the space.
  CREATE INDEX email_ledger_own_id ON email_ledger (substr(id, instr(id, '/') + 1));

  CREATE TABLE suppressions_in_spaces (
    address TEXT NOT NULL,
    -- '' for all.
    space TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- Milliseconds since the epoch.
    at INTEGER NOT NULL,
    PRIMARY KEY (address, space)
  ) STRICT;
  INSERT INTO suppressions_in_spaces SELECT address, '', reason, at FROM suppressions;
  DROP TABLE suppressions;
  ALTER TABLE suppressions_in_spaces RENAME TO suppressions;
  `,
]

/** The newest layout of the file, as its `user_version` says it. */
export const stateLayout = migrations.length

/** Brings the database to the newest schema, once, whoever comes first. @throws `provider_unavailable` when it is newer. */
export function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version > stateLayout) {
      throw new ChanceryError(
        'provider_unavailable',
        'The state database was made by a newer version of Chancery. Start that version, or with another data folder.',
      )
    }
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${stateLayout}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
