import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ChanceryError, type RefreshTokens } from '@chancery/core'
import type { Database } from './database.ts'

/** How often is looked whether another instance has done, in ms. */
const lookAgainMs = 50
/** Longer than a call for a token takes, in ms: so long an instance that died keeps the others waiting. */
const leaseMs = 30_000
/** Somebody may die, and two others come first. */
const longestMs = 3 * leaseMs

/**
 * Refresh tokens that all instances share. Each is sealed with a key that is made of the configured one, which all have: whoever
 * reads the database has none of them. The time of the leases is the database's.
 * @param connection its name
 */
export function createPostgresRefreshTokens(database: Database, connection: string, configured: string): RefreshTokens {
  const of = createHash('sha256').update(configured).digest('hex')
  const key = new Uint8Array(hkdfSync('sha256', configured, '', 'chancery refresh token', 32))

  const taken = async (holder: string): Promise<boolean> => {
    const { count } = await database.run(
      `INSERT INTO chancery_refresh_tokens AS kept (connection, holder, held_until)
       VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
       ON CONFLICT (connection) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
       WHERE kept.held_until IS NULL OR kept.held_until < clock_timestamp()`,
      [connection, holder, leaseMs],
    )
    return count > 0
  }

  return {
    async last() {
      const { rows } = await database.run(
        'SELECT sealed FROM chancery_refresh_tokens WHERE connection = $1 AND configured = $2',
        [connection, of],
      )
      const sealed = rows[0]?.['sealed']
      return sealed instanceof Uint8Array ? unsealed(sealed, key) : undefined
    },

    async keep(token) {
      await database.run(
        `INSERT INTO chancery_refresh_tokens (connection, configured, sealed) VALUES ($1, $2, $3)
         ON CONFLICT (connection) DO UPDATE SET configured = excluded.configured, sealed = excluded.sealed`,
        [connection, of, sealed(token, key)],
      )
    },

    async alone(work) {
      const holder = randomUUID()
      const until = performance.now() + longestMs
      while (!(await taken(holder))) {
        if (performance.now() > until) {
          throw new ChanceryError(
            'provider_unavailable',
            'Another instance asks for the access token, and does not end.',
          )
        }
        await wait(lookAgainMs)
      }
      try {
        return await work()
      } finally {
        // Where it cannot be given back, it is over by itself.
        await database
          .run('UPDATE chancery_refresh_tokens SET held_until = NULL WHERE connection = $1 AND holder = $2', [
            connection,
            holder,
          ])
          .catch(() => undefined)
      }
    },
  }
}

/** Bytes of the nonce and of the tag of AES-256-GCM, which stand before the text. */
const [nonceBytes, tagBytes] = [12, 16]

function sealed(token: string, key: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** `undefined` for what was damaged: then the configured one is tried. */
function unsealed(bytes: Uint8Array, key: Uint8Array): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
