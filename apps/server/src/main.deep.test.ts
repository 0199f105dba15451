import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  answersBeforeItEnds,
  answerTo,
  endsBy,
  isUsual,
  makesNoKey,
  serversOfTests,
  stored,
} from './starts.test-support.ts'

const servers = serversOfTests()
const { start } = servers

describe('npm start', () => {
  endsBy(servers, ['SIGINT'])
  answersBeforeItEnds(servers, ['SIGQUIT', 'SIGUSR2'])

  it('answers what was sent before it was asked to end, taken from the system or not', async () => {
    const { port, key, child } = await start({ env: { CHANCERY_CONCURRENCY: '64' } })
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const late = stored(key, 'late.txt')
    const partly = connect(port, '127.0.0.1')
    await once(partly, 'connect')
    partly.write(late.slice(0, -20))
    // Stopped, it takes nothing: new connections and all requests wait in the system.
    child.kill('SIGSTOP')
    const more = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    const answers = [...sockets, ...more].map((socket, index) => answerTo(socket, stored(key, `${index}.txt`)))
    await Promise.all(more.map((socket) => socket.connecting && once(socket, 'connect')))
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    const lateAnswer = answerTo(partly, late.slice(-20))
    for (const answer of [...(await Promise.all(answers)), await lateAnswer]) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    }
    expect(await exit).toEqual([0, null])
  })

  it('finishes documents that are read when Ctrl-C is pressed in its terminal', async () => {
    const { address, key, child, pid } = await start({ detached: true })
    /** Settles when it is sent; the answer comes later. */
    const send = async (rows: number): Promise<{ readonly status: Promise<number | undefined> }> => {
      const content = Buffer.from(`name,email\n${'a,a@example.com\n'.repeat(rows)}`).toString('base64')
      const request = httpRequest(`${address}/extract-document`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
      })
      const status = new Promise<number | undefined>((resolve, reject) => {
        request.once('error', reject)
        request.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode)))
      })
      await new Promise<void>((resolve) =>
        request.end(JSON.stringify({ document: { content, filename: 'a.csv' } }), resolve),
      )
      return { status }
    }
    expect(await (await send(1)).status).toBe(200)
    const sent = await Promise.all([send(25_000), send(25_000)])
    // Most often they are in the children then; the server answers what was sent, wherever it is.
    await new Promise((resolve) => setTimeout(resolve, 200))
    // Listened for before: it ends as soon as it has answered.
    const exit = once(child, 'exit')
    // As a terminal does: to all processes of the group.
    process.kill(-pid, 'SIGINT')
    expect(await Promise.all(sent.map(({ status }) => status))).toEqual([200, 200])
    expect(await exit).toEqual([0, null])
  })
})

describe('keys at a start', () => {
  makesNoKey(servers, (start) => !isUsual(start))
})
