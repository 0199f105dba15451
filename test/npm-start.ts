import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const alone = (pid: number): boolean => process.kill(pid, 'SIGTERM')
const gone = (pid: number): boolean => process.kill(pid, 'SIGKILL')
const withGroup = (pid: number): boolean => process.kill(-pid, 'SIGTERM')

/** How `npm start` is told to end, and whether its shell stays, or gives its place to what it runs. */
const ways = [
  { how: 'told alone', stays: false, stop: alone },
  { how: 'told with its group', stays: false, stop: withGroup },
  { how: 'told alone, over a shell that stays', stays: true, stop: alone },
  { how: 'told with its group, over a shell that stays', stays: true, stop: withGroup },
  // Where the system does not tell of npm, only who is told can know of it.
  ...(process.platform === 'linux' ? [{ how: 'gone without a word', stays: false, stop: gone }] : []),
]

/** That `npm start` leaves nothing behind, in those of the ways to end it that are tried. */
export function npmStart(isTried: (how: string) => boolean): void {
  describe('npm start', () => {
    let data: string
    beforeAll(() => {
      data = mkdtempSync(join(tmpdir(), 'chancery-cli-'))
    })
    afterAll(() => rmSync(data, { recursive: true, force: true }))

    /** As some shells are: what it runs is a child of it, which it does not tell when it is to stop. */
    const shellThatStays = (): string => {
      const file = join(data, 'shell-that-stays')
      writeFileSync(file, '#!/bin/sh\neval "$2"\nexit $?\n', { mode: 0o755 })
      return file
    }

    it.each(ways.filter(({ how }) => isTried(how)))(
      'leaves nothing behind when it is $how',
      async ({ stays, stop }) => {
        const child = spawn('npm', ['start', '--', '--port', '0', '--data', data], {
          cwd: root,
          env: {
            ...childEnvironment,
            HOME: process.env['HOME'] ?? '',
            npm_config_script_shell: stays ? shellThatStays() : 'sh',
          },
          stdio: ['ignore', 'pipe', 'ignore'],
          detached: true,
        })
        const { pid = 0 } = child
        try {
          let text = ''
          // Open for as long as one of its processes lives.
          const ended = once(child.stdout, 'close')
          await new Promise<void>((resolve, reject) => {
            child.stdout.on('data', (chunk: Buffer) => {
              text += chunk.toString()
              if (text.includes('Try it')) resolve()
            })
            child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${text}`)))
          })
          const address = /address\s+(\S+)/.exec(text)?.[1] ?? ''
          // On a busy machine one answer may come too late to be yes.
          await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
          stop(pid)
          await ended
          await expect(fetch(`${address}/readyz`)).rejects.toThrow()
        } finally {
          try {
            process.kill(-pid, 'SIGKILL')
          } catch {
            // Nothing is left of the group.
          }
        }
      },
    )
  })
}

/** A shell that tells nothing, and an npm that is gone: each needs a watch of its own. */
const usual = new Set(['told alone, over a shell that stays', 'gone without a word'])

/** What `npm test` tries. */
export const isUsual = (how: string): boolean => usual.has(how)
