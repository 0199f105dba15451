import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compose } from '../compose.ts'
import { openAuditLog } from '../open-audit-log.ts'
import { ConfigurationError, readConfiguration } from '../settings/configuration.ts'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'chancery-kinds-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const settings = () => ({ CHANCERY_DATA: root, CHANCERY_AUDIT: 'file', CHANCERY_LOG: 'off' })
const composed = () => compose(readConfiguration(settings()))
const put = (name: string, make: (path: string) => void): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  make(join(root, name))
}
const pipe = (path: string): void => void execFileSync('mkfifo', [path])

it.each([
  'key-secret',
  'state.sqlite',
  'state.sqlite-journal',
  'clients.sqlite-wal',
  'clients.sqlite-shm',
  'documents/.chancery/documents.sqlite-journal',
  'audit/probe',
  'audit/writer.sqlite',
  'audit/audit-000000000001.jsonl',
])('a start does not wait for the other end of a named pipe: %s', (name) => {
  put(name, pipe)
  expect(composed).toThrow(ConfigurationError)
  expect(composed).toThrow(`CHANCERY_DATA: ${name} is a named pipe, where a file of the service’s own belongs. Move it`)
})

it.each(['documents', 'documents/.chancery', 'documents/.chancery/tmp', 'outbox', 'outbox/new', 'audit'])(
  'a start says what to do where a folder is none: %s',
  (name) => {
    put(name, pipe)
    expect(composed).toThrow(`${name} is a named pipe, where a folder of the service’s own belongs`)
    rmSync(join(root, name))
    put(name, (path) => symlinkSync(`${path}-gone`, path))
    expect(composed).toThrow(`${name} is a link that leads to nothing, where a folder`)
    rmSync(join(root, name))
    put(name, (path) => symlinkSync(path, path))
    expect(composed).toThrow(`${name} is a link that leads to itself, where a folder`)
  },
)

it('a start names all that is of another kind', async () => {
  put('state.sqlite', (path) => mkdirSync(path))
  put('clients.sqlite', (path) => symlinkSync('/dev/null', path))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(join(root, 'key-secret'), resolve))
  try {
    const what = ['clients.sqlite is a device', 'key-secret is a socket', 'state.sqlite is a folder']
    const each = what.map((text) => ` {2}CHANCERY_DATA: ${text}, [^\\n]*`)
    expect(composed).toThrow(new RegExp(`^[^\\n]*\\n${each.join('\\n')}$`))
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

it('what others put beside it, or among documents and mails, is not looked at', async () => {
  for (const name of ['tool.pipe', 'documents/probe', 'outbox/cur/probe']) put(name, pipe)
  put('outbox/key', (path) => writeFileSync(path, ''))
  await composed().close()
})

it('the audit log is not read from a named pipe', () => {
  put('audit/audit-000000000007.jsonl', pipe)
  expect(() => openAuditLog(settings())).toThrow('audit/audit-000000000007.jsonl is a named pipe')
})

it('a file of connections is not read from a named pipe', () => {
  put('crm.json', pipe)
  const configuration = readConfiguration({ ...settings(), CHANCERY_CRM_FILE: join(root, 'crm.json') })
  expect(() => compose(configuration)).toThrow('CHANCERY_CRM_FILE: there is no such file')
})
