import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { acceptanceOf } from './negotiation.ts'
import { responseOf } from './answer.ts'
import { streamedAnswer } from './streamed-document.ts'

const zip = 'application/zip'

function opened(bytes: AsyncIterable<Uint8Array>) {
  const controller = new AbortController()
  const told: string[] = []
  const answer = streamedAnswer({ filename: 'a.zip', contentType: zip, bytes }, acceptanceOf(zip), controller.signal, {
    progress: () => void told.push('progress'),
    ended: () => void told.push('ended'),
    failed: ({ code }) => void told.push(code),
  })
  return { response: responseOf(answer), told, controller }
}

describe('a streamed document', () => {
  it('is made piece by piece, as it is taken', async () => {
    let made = 0
    async function* pieces() {
      for (; made < 3; made++) yield new Uint8Array([made])
    }
    const { response, told } = opened(pieces())
    expect(response.headers.get('content-type')).toBe(zip)
    expect(response.headers.get('content-disposition')).toContain('a.zip')
    expect(made).toBe(0)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 1, 2]))
    expect(told.filter((each) => each !== 'progress')).toEqual(['ended'])
  })

  it('breaks off where a piece fails, and says why', async () => {
    async function* pieces() {
      yield new Uint8Array(1)
      throw new ChanceryError('provider_failed', 'It failed.')
    }
    const { response, told } = opened(pieces())
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(told.filter((each) => each !== 'progress')).toEqual(['provider_failed', 'ended'])
  })

  it('is cut off when its time is over, though nobody asks for more', async () => {
    let closed = false
    async function* pieces() {
      try {
        for (;;) yield new Uint8Array(1)
      } finally {
        closed = true
      }
    }
    const { response, told, controller } = opened(pieces())
    const reader = response.body!.getReader()
    await reader.read()
    controller.abort(new ChanceryError('deadline_exceeded', 'late'))
    await expect(reader.read()).rejects.toMatchObject({ code: 'deadline_exceeded' })
    expect(told.filter((each) => each !== 'progress')).toEqual(['deadline_exceeded', 'ended'])
    expect(closed).toBe(true)
  })

  it('stops what makes it when its caller leaves', async () => {
    let closed = false
    async function* pieces() {
      try {
        for (;;) yield new Uint8Array(1)
      } finally {
        closed = true
      }
    }
    const { response, told } = opened(pieces())
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    expect(closed).toBe(true)
    expect(told.at(-1)).toBe('ended')
  })
})
