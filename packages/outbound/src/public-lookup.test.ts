import { describe, expect, it } from 'vitest'
import { publicLookup } from './public-lookup.ts'

/** What is connected to; addresses as they are written need no name server. */
const lookUp = (name: string, options: Parameters<typeof publicLookup>[1] = {}): Promise<unknown> =>
  new Promise((resolve) =>
    publicLookup(name, options, (error, address, family) =>
      resolve(error ?? (family === undefined ? address : [address, family])),
    ),
  )

describe('looking up a name', () => {
  it.each([
    ['203.0.114.7', 4],
    ['2001:4860:4860::8888', 6],
  ])('gives the public address %s', async (address, family) => {
    expect(await lookUp(address)).toEqual([address, family])
    expect(await lookUp(address, { all: true })).toEqual([{ address, family }])
  })

  it.each(['localhost', '127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1'])(
    'refuses %s, of this machine or network',
    async (name) => {
      expect(await lookUp(name)).toMatchObject({ code: 'url_not_allowed' })
      expect(await lookUp(name, { all: true })).toMatchObject({ code: 'url_not_allowed' })
    },
  )

  it('says that there is no such name', async () => {
    expect(await lookUp('no name')).toMatchObject({ syscall: 'getaddrinfo' })
  })
})
