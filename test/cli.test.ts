import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUsual, npmStart } from './npm-start.ts'

const root = join(import.meta.dirname, '..')
const launcher = join(root, 'tools/chancery.mjs')

let data: string
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'chancery-cli-'))
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** Runs the launcher as a person would, from wherever they are. */
function chancery(...args: string[]): { readonly text: string; readonly code: number | null } {
  const { stdout, stderr, status } = spawnSync('node', [launcher, ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...childEnvironment, HOME: process.env['HOME'] ?? '' },
  })
  return { text: `${stdout}${stderr}`, code: status }
}

describe('the launcher', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = Object.values(scripts).map((script) => /chancery\.mjs (\w+)/.exec(script)?.[1] ?? '')

  it.each([['--help'], []])('lists its commands: %j', (...args) => {
    const { text, code } = chancery(...args)
    expect(code).toBe(0)
    expect(commands.length).toBeGreaterThan(5)
    for (const command of commands) expect(text).toMatch(new RegExp(`^  ${command} +\\S`, 'm'))
  })

  it.each([['help'], ['start', '--help'], ['keys', 'create', '-h']])(
    'shows its help on the standard output: %j',
    (...args) => {
      const { stdout, stderr, status } = spawnSync('node', [launcher, ...args], { cwd: tmpdir(), encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(/^usage: /)
    },
  )

  it.each(['dance', '__proto__'])('knows no command "%s"', (command) => {
    const { text, code } = chancery(command)
    expect(code).toBe(2)
    expect(text).toMatch(/^usage: /m)
  })

  it('issues, lists and revokes keys', () => {
    const created = chancery('keys', 'create', '--name', 'Front desk', '--operations', 'send-email', '--data', data)
    expect(created.code).toBe(0)
    expect(created.text).toMatch(/^key\s+chk_dev_\w+$/m)
    const id = /^id\s+(\S+)/m.exec(created.text)?.[1] ?? ''
    expect(chancery('keys', 'revoke', id, '--data', data).code).toBe(0)
    expect(chancery('keys', 'list', '--data', data).text).toContain(`${id}\trevoked`)
  })

  it('passes on the code of a command that fails', () => {
    const { text, code } = chancery('keys', 'create', '--data', data)
    expect(code).toBe(2)
    expect(text).toContain('--name')
    const start = chancery('start', '--port', 'x', '--data', data)
    expect(start.code).toBe(1)
    expect(start.text).toContain('CHANCERY_PORT')
  })

  it('starts the service, and leaves nothing behind when it is told to end', async () => {
    const child = spawn('node', [launcher, 'start', '--port', '0', '--data', data], {
      cwd: tmpdir(),
      env: { ...childEnvironment, HOME: process.env['HOME'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let text = ''
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (text.includes('Try it')) resolve()
        })
        child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
      })
      const address = /address\s+(\S+)/.exec(text)?.[1] ?? ''
      // On a busy machine one answer may come too late to be yes.
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
      child.kill('SIGTERM')
      expect((await once(child, 'exit'))[0]).toBe(0)
      await expect(fetch(`${address}/readyz`)).rejects.toThrow()
    } finally {
      child.kill('SIGKILL')
    }
  })
})

npmStart(isUsual)

describe('the scripts of npm', () => {
  it('are commands that every shell has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    for (const script of Object.values(scripts)) expect(script).toMatch(/^node tools\/chancery\.mjs \w+$/)
  })

  it('install for the Node that they bring, and say nothing of the one that installs', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
    expect(/^nodeVersion: (.+)$/m.exec(workspace)?.[1]).toBe(devDependencies['node'])
  })
})
