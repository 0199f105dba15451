import { ChanceryError } from '@chancery/core'
import type { Database, Run } from './database.ts'
import { indexBlocks } from './index-blocks.ts'
import { indexWords } from './index-words.ts'
import { toMigrate } from './postgres-error.ts'

/** Each brings the schema from its index to the next version; those that were released are never changed. */
const migrations: readonly (string | ((run: Run) => Promise<void>))[] = [
  `
  CREATE TABLE chancery_idempotency (
    key text COLLATE "C" PRIMARY KEY,
    token text COLLATE "C" NOT NULL UNIQUE,
    fingerprint text NOT NULL,
    -- When the lease, or the answer, ends: milliseconds since the epoch.
    until bigint NOT NULL,
    -- The answer as JSON; NULL while the call runs.
    response text
  );
  CREATE INDEX chancery_idempotency_until ON chancery_idempotency (until);

  CREATE TABLE chancery_api_keys (
    id text COLLATE "C" PRIMARY KEY,
    created_at text COLLATE "C" NOT NULL,
    record text NOT NULL
  );

  CREATE TABLE chancery_email_ledger (
    id text COLLATE "C" PRIMARY KEY,
    -- Of the message; NULL where only its outcome is known.
    fingerprint text,
    -- As JSON; NULL while the outcome is not known.
    receipt text
  );

  -- Not worth a flush: after a crash of the database all counts begin again.
  CREATE UNLOGGED TABLE chancery_rates (
    key text COLLATE "C" PRIMARY KEY,
    -- Calls that have not leaked out of the bucket yet, at that time.
    level double precision NOT NULL,
    at double precision NOT NULL,
    -- Whether the last call was allowed.
    allowed boolean NOT NULL,
    -- When the bucket is empty, and the row as good as none.
    empty_at double precision NOT NULL
  );

  CREATE TABLE chancery_clients (
    space text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    created_at text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (space, id)
  );
  CREATE TABLE chancery_identifiers (
    space text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    client text COLLATE "C" NOT NULL,
    -- Whether one client of the space alone may have it.
    alone boolean NOT NULL,
    PRIMARY KEY (space, key, client),
    FOREIGN KEY (space, client) REFERENCES chancery_clients (space, id)
  );
  CREATE INDEX chancery_identifiers_of_client ON chancery_identifiers (space, client);
  CREATE UNIQUE INDEX chancery_identifiers_alone ON chancery_identifiers (space, key) WHERE alone;
  `,
  `
  -- Calls that are done in the background. All times in milliseconds since the epoch.
  CREATE TABLE chancery_calls (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    -- What was taken on, as JSON.
    record text NOT NULL,
    state text COLLATE "C" NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    -- Of the holder; of a call that is done, of whoever kept its answer.
    token text COLLATE "C" UNIQUE,
    lease_until bigint NOT NULL DEFAULT 0,
    taken_at bigint NOT NULL DEFAULT 0,
    unwanted boolean NOT NULL DEFAULT false,
    progress text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX chancery_calls_of_owner ON chancery_calls (owner, created_at, id);
  CREATE INDEX chancery_calls_served ON chancery_calls (owner, taken_at);
  CREATE INDEX chancery_calls_open ON chancery_calls (state, owner) WHERE state IN ('waiting', 'running');
  CREATE INDEX chancery_calls_expiry ON chancery_calls (expires_at);
  `,
  `
  -- Messages in doubt are few among all that were sent: they are counted without a look at the rest.
  CREATE INDEX chancery_email_ledger_in_doubt ON chancery_email_ledger (id) WHERE receipt IS NULL;

  -- Lines of the audit log, each with the digest of the one before.
  CREATE TABLE chancery_audit (
    seq bigint PRIMARY KEY,
    line text NOT NULL
  );
  `,
  `
  -- The message itself, until its outcome is known; all of it is NULL in rows from before it was kept.
  ALTER TABLE chancery_email_ledger
    ADD COLUMN provider text,
    -- When it was handed over, or taken on, and when it is to be sent: milliseconds since the epoch.
    ADD COLUMN created_at bigint,
    ADD COLUMN due_at bigint,
    -- claimed, unknown, scheduled, cancelled or failed; it counts only where there is no receipt.
    ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'claimed',
    -- What one that is unknown or failed did fail with.
    ADD COLUMN code text,
    -- The e-mail as JSON, and the bytes of its attachments.
    ADD COLUMN request text,
    ADD COLUMN files bytea;
  DROP INDEX chancery_email_ledger_in_doubt;
  CREATE INDEX chancery_email_ledger_open ON chancery_email_ledger (state, due_at, id) WHERE receipt IS NULL;

  -- Addresses that get no e-mails, in lower case.
  CREATE TABLE chancery_suppressions (
    address text COLLATE "C" PRIMARY KEY,
    reason text NOT NULL,
    -- Milliseconds since the epoch.
    at bigint NOT NULL
  );
  `,
  `
  -- The digests by which clients are found that may be one were numbers in base 36; they are decimal ones.
  UPDATE chancery_identifiers SET key = 'block:' || (
    SELECT sum((strpos('0123456789abcdefghijklmnopqrstuvwxyz', digit) - 1) * power(36::numeric, length(key) - 6 - place))::bigint
    FROM regexp_split_to_table(substr(key, 7), '') WITH ORDINALITY AS digits (digit, place)
  ) WHERE key LIKE 'block:%';
  `,
  `
  -- What is to be told to the firm's own systems, a row for each of them. All times in milliseconds since the epoch.
  CREATE TABLE chancery_events (
    id text COLLATE "C" NOT NULL,
    endpoint text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    -- As it is sent.
    body text NOT NULL,
    created_at bigint NOT NULL,
    -- When it is told, or told again; NULL: nobody tries any more.
    due_at bigint,
    tries integer NOT NULL DEFAULT 0,
    -- What the last try failed with.
    code text,
    -- As JSON, while nobody has confirmed what it tells of.
    hold text,
    PRIMARY KEY (id, endpoint)
  );
  CREATE INDEX chancery_events_due ON chancery_events (endpoint, due_at) WHERE due_at IS NOT NULL;
  -- Those that want nothing any more.
  CREATE TABLE chancery_gone_endpoints (endpoint text COLLATE "C" PRIMARY KEY);

  -- What providers told of e-mails that they took.
  CREATE TABLE chancery_email_events (
    provider text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    -- Of the ledger, where it is known.
    email text COLLATE "C",
    -- Of the bounce, in the words of mail servers: 5.1.1.
    code text,
    -- When it was told: milliseconds since the epoch.
    at bigint NOT NULL,
    PRIMARY KEY (provider, id)
  );
  CREATE INDEX chancery_email_events_at ON chancery_email_events (at);
  `,
  `
  -- Words by whose beginnings clients are looked for; of clients from before, \`indexWords\` fills them in.
  ALTER TABLE chancery_clients ADD COLUMN words tsvector;
  CREATE INDEX chancery_clients_words ON chancery_clients USING gin (words);
  `,
  `
  -- Deleted clients, by the digests of their rows and their ids: nothing that they said.
  CREATE TABLE chancery_client_deletions (
    space text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    client text COLLATE "C" NOT NULL,
    deleted_at text COLLATE "C" NOT NULL,
    PRIMARY KEY (space, key)
  );
  `,
  `
  -- A provider tells an e-mail by its id without the space.
  CREATE INDEX chancery_email_ledger_own_id ON chancery_email_ledger (substr(id, strpos(id, '/') + 1));

  ALTER TABLE chancery_suppressions
    -- '' for all.
    ADD COLUMN space text COLLATE "C" NOT NULL DEFAULT '',
    DROP CONSTRAINT chancery_suppressions_pkey,
    ADD PRIMARY KEY (address, space);
  `,
  `
  -- Refresh tokens that vendors put in place of the configured ones, sealed with a key of these; and who exchanges one.
  CREATE TABLE chancery_refresh_tokens (
    connection text COLLATE "C" PRIMARY KEY,
    -- Digest of the configured one.
    configured text COLLATE "C",
    sealed bytea,
    holder text COLLATE "C",
    held_until timestamptz
  );
  `,
  `
  -- Names with an apostrophe, and those that are written without a blank, have words more: \`indexWords\` fills them in.
  UPDATE chancery_clients SET words = NULL;
  `,
  `
  -- What became of the batches of imports that go on where they were cut off, as JSON.
  CREATE TABLE chancery_import_outcomes (
    import text COLLATE "C" NOT NULL,
    after_rows integer NOT NULL,
    space text COLLATE "C" NOT NULL,
    -- Milliseconds since the epoch.
    at bigint NOT NULL,
    outcome text NOT NULL,
    PRIMARY KEY (import, after_rows)
  );
  CREATE INDEX chancery_import_outcomes_at ON chancery_import_outcomes (at);
  `,
  `
  -- Names with a hyphen, and those in other letters, have words more: \`indexWords\` fills them in.
  UPDATE chancery_clients SET words = NULL;
  `,
  `
  -- So have clients whose rows have other names.
  UPDATE chancery_clients SET words = NULL;
  `,
  // Names in other letters or of three words, and those of companies, have other keys, and a tax id is one more.
  indexBlocks,
]

/** What a migration found, and what it left. */
export interface Migrated {
  /** 0: there was nothing. */
  readonly from: number
  readonly to: number
}

/** What the service does to each table: rights that its role needs. */
const rights: Readonly<Record<string, readonly string[]>> = {
  chancery_schema: ['SELECT'],
  chancery_idempotency: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_api_keys: ['SELECT', 'INSERT', 'UPDATE'],
  chancery_email_ledger: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_suppressions: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_rates: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_clients: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_identifiers: ['SELECT', 'INSERT', 'DELETE'],
  chancery_client_deletions: ['SELECT', 'INSERT', 'UPDATE'],
  chancery_import_outcomes: ['SELECT', 'INSERT', 'DELETE'],
  chancery_calls: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_audit: ['SELECT', 'INSERT'],
  chancery_events: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  chancery_gone_endpoints: ['SELECT', 'INSERT', 'DELETE'],
  chancery_email_events: ['SELECT', 'INSERT', 'DELETE'],
  chancery_refresh_tokens: ['SELECT', 'INSERT', 'UPDATE'],
}

/**
 * Brings the database to the newest schema, once, whoever comes first. Where it is there already nothing is written, so that
 * a role may do it that may make no tables.
 * @throws `provider_unavailable` when it is newer
 */
export async function migrate(database: Database): Promise<Migrated> {
  return database.transaction(async (run) => {
    await run("SELECT pg_advisory_xact_lock(hashtextextended('chancery schema', 0))")
    await refuseEncoding(run)
    const isThere = await hasVersion(run)
    if (!isThere) await run('CREATE TABLE chancery_schema (version integer NOT NULL)')
    const from = isThere ? await versionOf(run) : 0
    if (from > migrations.length) throw newer()
    if (from === migrations.length) return { from, to: from }
    for (const migration of migrations.slice(from)) {
      if (typeof migration === 'string') await run(migration)
      else await migration(run)
    }
    await indexWords(run)
    await run('DELETE FROM chancery_schema')
    await run('INSERT INTO chancery_schema VALUES ($1)', [migrations.length])
    return { from, to: migrations.length }
  })
}

/**
 * @throws `provider_unavailable` where the tables are not of this version, the service may not do what it does to them, or
 *   the database cannot hold every text.
 */
export async function assertSchema(run: Run): Promise<void> {
  await refuseEncoding(run)
  const version = (await hasVersion(run)) ? await versionOf(run) : 0
  if (version > migrations.length) throw newer()
  if (version === 0) throw unready(`The database has no tables of Chancery yet: ${toMigrate}`)
  if (version < migrations.length) throw unready(`The tables of Chancery are of an older version: ${toMigrate}`)
  await refuseLacks(run)
}

/** A start that would read, and then fail at its first write, says so. */
async function refuseLacks(run: Run): Promise<void> {
  const needs = Object.entries(rights).flatMap(([name, each]) => each.map((right) => [name, right] as const))
  const { rows } = await run(
    `SELECT DISTINCT name, to_regclass(name) IS NOT NULL AS there
     FROM unnest($1::text[], $2::text[]) AS needs (name, "right")
     WHERE to_regclass(name) IS NULL OR NOT has_table_privilege(to_regclass(name), "right")
     ORDER BY name`,
    [needs.map(([name]) => name), needs.map(([, right]) => right)],
  )
  const names = (there: boolean): string =>
    rows.flatMap((row) => (row['there'] === there ? [String(row['name'])] : [])).join(', ')
  if (names(false) !== '') throw unready(`The database lacks tables of its version: ${names(false)}. ${toRestore}`)
  if (names(true) !== '') {
    throw unready(`The role of the service lacks rights: grant it SELECT, INSERT, UPDATE and DELETE on ${names(true)}.`)
  }
  const { rows: modes } = await run("SELECT current_setting('transaction_read_only') AS mode")
  if (modes[0]?.['mode'] === 'on')
    throw unready('The database cannot be written to: it is a copy, or set to be read only.')
}

async function hasVersion(run: Run): Promise<boolean> {
  const { rows } = await run("SELECT to_regclass('chancery_schema') IS NOT NULL AS there")
  return rows[0]?.['there'] === true
}

async function versionOf(run: Run): Promise<number> {
  const { rows } = await run('SELECT version FROM chancery_schema')
  return Number(rows[0]?.['version'] ?? 0)
}

async function refuseEncoding(run: Run): Promise<void> {
  const { rows } = await run("SELECT current_setting('server_encoding') AS encoding")
  if (rows[0]?.['encoding'] !== 'UTF8') throw unready('The database must have the encoding UTF8.')
}

const toRestore = 'Put them back from a backup.'

const unready = (message: string): ChanceryError =>
  new ChanceryError('provider_unavailable', message, { details: { provider: 'postgres' } })

const newer = (): ChanceryError => unready('The tables of Chancery were made by a newer version of it.')
