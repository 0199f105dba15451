/** The peer of the store benchmark: a bare Hono route that parses the same JSON and writes the same file with fsync. */
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const folder = process.argv[2] ?? '.'
const app = new Hono()
app.post('/store-document', async (c) => {
  const body = await c.req.json<{ document: { content: string } }>()
  const bytes = Buffer.from(body.document.content, 'base64')
  const file = await open(join(folder, randomUUID()), 'wx')
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  return c.json({ size: bytes.length })
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`address http://127.0.0.1:${port}`),
)
