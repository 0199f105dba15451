import { calls, type Operation, type CallName } from '@chancery/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  clientCases,
  documentCases,
  type File,
  files,
  type Reference,
  type ReferenceCase,
  targetCases,
  uploadedText,
} from './reference-cases.ts'
import { placesOf, referencePlaces, unknownPlaces } from './reference-places.ts'
import {
  type Answer,
  base64,
  createSpacedService,
  done,
  keepings,
  type Space,
  type SpacedService,
  spaces,
} from './spaced-service.ts'

const operations: readonly Operation[] = calls

/** What is another one with each call. */
const passing = new Set([
  'requestId',
  'instance',
  'durationMs',
  'createdAt',
  'updatedAt',
  'modifiedAt',
  'version',
  'previousVersion',
  'id',
])

/** An answer without what is another one with each call, and without the name that the caller gave itself. */
function told({ status, type, replayed, body }: Answer, name: string): unknown {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(name, '<name>')
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([key]) => !passing.has(key))
    return Object.fromEntries(kept.map(([key, each]) => [key, plain(each)]))
  }
  return { status, type, replayed, body: plain(body) }
}

/** A folder that no space has; as long as another, since answers tell how long texts are. */
const absentLike = (folder: string): string => 'nowhere'.slice(0, folder.length)

/** From whose thing to who asks for it. */
type Direction = readonly [owner: Space, asker: Space]
const directions: readonly Direction[] = [
  ['lisbon', ''],
  ['', 'lisbon'],
  ['lisbon', 'porto'],
]

const dataPlaces = ['/data/*', '/records/*/data/*', '/recipients/*/data/*']
/** How a document may be named: in the data also by its path alone. */
const waysOf = ({ input }: ReferenceCase): readonly ((path: string) => Reference)[] => [
  (path) => ({ path }),
  ...(placesOf(input('REFERENCE'), 'REFERENCE', dataPlaces).length > 0 ? [(path: string) => path] : []),
]

/**
 * Keepings of whose documents or clients another is asked, that has them likewise: in folders, in SQLite. Every store is
 * tried in spaces by the whole contract of its port (`packages/storage/src/store-in-space.test.ts`); here, what operations
 * do with a reference.
 */
const sameDocuments = new Set(['a folder and Postgres', 'memory'])
const sameClients = new Set(['Cloud Storage and SQLite'])

/** That no text of an operation names something of which the cases below know nothing. */
export function everyReference(): void {
  describe('the matrix', () => {
    it.each(operations.map(({ name }) => name))('knows what every text of %s is for', (name) => {
      expect(unknownPlaces(operations.find((each) => each.name === name) as Operation)).toEqual([])
    })

    it.each(operations.map(({ name }) => name))('has a case for every reference of %s', (name) => {
      const operation = operations.find((each) => each.name === name) as Operation
      const places = referencePlaces(operation)
      const mark = 'REFERENCE'
      const inputs = [
        ...documentCases.map((each) => ({ ...each, given: each.input({ path: mark, version: mark }) })),
        ...clientCases.map((each) => ({ ...each, given: each.input(mark) })),
        ...targetCases.map((each) => ({ ...each, given: each.input(mark, 'fail') })),
        { operation: 'get-folder-directories', given: { path: mark, cursor: mark } },
        { operation: 'enter-client-data', given: { cursor: mark } },
        { operation: 'find-clients', given: { cursor: mark } },
        { operation: 'export-clients', given: { cursor: mark } },
      ].filter((each) => each.operation === name)
      const covered = new Set(inputs.flatMap(({ given }) => placesOf(given, mark, places)))
      expect(places.filter((place) => !covered.has(place))).toEqual([])
    })
  })
}

/** As most firms keep things. */
export const isCommonest = (name: string): boolean => name === 'a folder and SQLite'

/** What one space has, asked for by another, finds also what forgets spaces altogether, as what all have does. */
export const isOfSpace = ([owner]: Direction): boolean => owner !== ''

/**
 * What each space has is for the others as what never was, in a service for each way of keeping things that is tried.
 * @param isAsked absent: in all directions
 */
export function spacesApart(
  isTried: (name: string) => boolean,
  isAsked: (direction: Direction) => boolean = () => true,
): void {
  describe.each(Object.entries(keepings).filter(([name]) => isTried(name)))('with %s,', (name, keep) => {
    const ownDocuments = sameDocuments.has(name) ? [] : documentCases
    const ownTargets = sameDocuments.has(name) ? [] : targetCases
    const ownClients = sameClients.has(name) ? [] : clientCases
    let service: SpacedService
    /** Ids of clients, and versions of documents that all have at one path, by space. */
    const clients = new Map<Space, string>()
    const versions = new Map<string, string>()
    const before = new Map<Space, Answer>()

    const listing = (space: Space, input: object = {}): Promise<Answer> =>
      service.call(space, 'get-folder-directories', { include: 'folders-and-documents', ...input })

    beforeAll(async () => {
      service = await createSpacedService(keep)
      for (const space of spaces) {
        const hers = space === '' ? 'common' : space
        // The root of each is listed when nothing but the others is filled.
        before.set(space, await listing(space))
        const store = async (path: string, content: Uint8Array | string) => {
          const document = { content: base64(content) }
          return (await done(service.call(space, 'store-document', { document, path, onConflict: 'overwrite' })))
            .document
        }
        const part = { upload: 'letter', part: 1, document: { content: base64(uploadedText) } }
        await done(service.call(space, 'put-upload-part', part))
        for (const [file, content] of Object.entries(files)) {
          await store(`${hers}/${file}`, content)
          await store(`all/${file}`, content)
          versions.set(`${space}/${file}`, (await store(`all/${file}`, content)).version)
        }
        // One of two rows, and another who has the same address in each space.
        const marie = `Marie Curie of ${hers},marie@${hers}.example.com`
        const row = `Name,E-Mail,Job title\n${marie},\n${marie},Physicist\nPierre Curie,pierre@example.com,\n`
        const source = { provider: 'csv', document: { content: base64(row), filename: 'clients.csv' } }
        const { clients: imported } = await done(service.call(space, 'enter-client-data', { source }))
        clients.set(space, imported[0].id)
      }
    })
    afterAll(() => service.close())

    describe.each(directions.filter(isAsked))('what %j has is for %j as what never was:', (owner, asker) => {
      const hers = owner === '' ? 'common' : owner
      const none = absentLike(hers)

      /** Asks for two things that differ in their names alone. */
      async function expectSame(
        operation: CallName,
        input: (name: string) => object,
        [there, never]: readonly [string, string],
        headers: Readonly<Record<string, string>> = {},
      ): Promise<void> {
        const asked = told(await service.call(asker, operation, input(there), headers), there)
        const wanted = told(await service.call(asker, operation, input(never), headers), never)
        expect(asked).toEqual(wanted)
      }

      it.each(ownDocuments)('$operation, $title', async (each) => {
        const { operation, file, input, headers } = each
        for (const way of waysOf(each)) {
          for (const pair of [
            [`${hers}/${file}`, `${none}/${file}`],
            [`.spaces/${hers}/${hers}/${file}`, `.spaces/${none}/${none}/${file}`],
            [`.SPACES/${hers}/all/${file}`, `.SPACES/${none}/all/${file}`],
            [`../${hers}/${hers}/${file}`, `../${none}/${none}/${file}`],
          ] as const) {
            await expectSame(operation, (path) => input(way(path)), pair, headers)
          }
        }
      })

      it.each(ownDocuments)('$operation, $title, in a version', async ({ operation, file, input, headers }) => {
        const version = versions.get(`${owner}/${file}`) ?? ''
        const made = version.replaceAll(/\d/g, (digit) => String((Number(digit) + 7) % 10))
        for (const folder of ['all', hers]) {
          await expectSame(
            operation,
            (name) => input({ path: `${folder}/${file}`, version: name }),
            [version, made],
            headers,
          )
        }
      })

      it.each(ownClients)('$operation, a client $title', async ({ operation, input, headers }) => {
        const id = clients.get(owner) ?? ''
        await expectSame(operation, input, [id, [...id].toReversed().join('')], headers)
      })

      it.each([hers, `.spaces/${hers}`, `.spaces/${hers}/all`, `../${hers}`, '.spaces'])(
        'a folder: %s',
        async (path) => {
          const never = path === '.spaces' ? '.chancery' : path.replaceAll(hers, none)
          for (const include of ['folders', 'folders-and-documents']) {
            await expectSame('get-folder-directories', (name) => ({ path: name, include }), [path, never])
          }
          const name = { name: '*' }
          await expectSame('get-folder-directories', (folder) => ({ path: folder, filter: name }), [path, never])
        },
      )

      it('a document that is asked for as a folder', async () => {
        const pair = [`${hers}/note.txt`, `${none}/note.txt`] as const
        await expectSame('get-folder-directories', (path) => ({ path }), pair)
      })

      it('a cursor of a listing', async () => {
        const { nextCursor } = await done(listing(owner, { limit: 1 }))
        expect((await listing(owner, { limit: 1, cursor: nextCursor })).status).toBe(200)
        const input = (cursor: string) => ({ include: 'folders-and-documents', limit: 1, cursor })
        await expectSame('get-folder-directories', input, [nextCursor, 'bWFkZTp1cA'])
      })

      it('a cursor of an import', async () => {
        const source = { provider: 'csv', document: { content: base64(files['clients.csv']) } }
        const input = (cursor: string) => ({ source, limit: 1, dryRun: true, cursor })
        const { nextCursor } = await done(service.call(owner, 'enter-client-data', { source, limit: 1, dryRun: true }))
        expect((await service.call(owner, 'enter-client-data', input(nextCursor))).status).toBe(200)
        await expectSame('enter-client-data', input, [nextCursor, 'bWFkZTp1cA'])
      })

      it.each(['find-clients', 'export-clients'] as const)('a cursor of %s', async (operation) => {
        const source = { provider: 'csv', document: { content: base64('name\nAda Lovelace\nAlan Turing\n') } }
        await done(service.call(owner, 'enter-client-data', { source }))
        const input = (cursor?: string) => ({
          limit: 1,
          cursor,
          ...(operation === 'export-clients' && { format: 'csv' }),
        })
        const { nextCursor } = await done(service.call(owner, operation, input()))
        expect((await service.call(owner, operation, input(nextCursor))).status).toBe(200)
        await expectSame(operation, input, [nextCursor, 'bWFkZTp1cA'])
      })

      describe.each(ownTargets)('$operation, where it stores:', ({ operation, input }) => {
        it.each(['fail', 'rename', 'overwrite', 'keep-both-versions'])('%s', async (onConflict) => {
          const name = `${operation}-${onConflict}.bin`
          const [there, never] = [`${hers}/${asker}-${name}`, `${none}/${owner}-${name}`]
          const document = { content: base64('Dear Ada') }
          const stored = (await done(service.call(owner, 'store-document', { document, path: there }))).document
          await expectSame(operation, (path) => input(path, onConflict), [there, never])
          const again = await done(
            service.call(owner, 'store-document', { document, path: there, onConflict: 'overwrite' }),
          )
          expect(again).toEqual({ document: stored, created: false, unchanged: true })
        })

        it.each(['.spaces', `.spaces/${hers}/note.txt`, `.Spaces/${none}/x`, '.spaces\\x'])(
          'never in the folder of all spaces: %s',
          async (path) => {
            for (const onConflict of ['fail', 'rename', 'overwrite']) {
              const { status, body } = await service.call(asker, operation, input(path, onConflict))
              expect([status, body.code, body.errors[0].code]).toEqual([422, 'invalid_request', 'invalid_path'])
            }
          },
        )
      })

      it('pre-filling, where data makes the path', async () => {
        const template = { path: 'all/template.docx' }
        const output = { path: '{folder}/{name}/x.docx', onConflict: 'overwrite' }
        for (const folder of ['.spaces', '.SPACES', '.spaces/', '\u{ff0e}spaces', '.spa\u{200d}ces']) {
          const data = { folder, name: hers }
          const { status, body } = await service.call(asker, 'pre-filling', { template, data, output })
          // What a value may not have is changed before the path is looked at: then it is another folder.
          if (status === 200) expect(body.data.documents[0].document.stored.path).not.toMatch(/^\.spaces\//i)
          else expect(body.errors).toMatchObject([{ pointer: '/output/path', code: 'invalid_path' }])
        }
      })

      it('an Idempotency-Key', async () => {
        const path = `keys/${owner}-${asker}.txt`
        const key = { 'idempotency-key': `key-${owner}-${asker}` }
        const input = (text: string) => ({ document: { content: base64(text) }, path })
        const first = await service.call(owner, 'store-document', input('hers'), key)
        expect(first).toMatchObject({ status: 200, replayed: false })
        // Neither another body's refusal, nor the owner's answer.
        const other = await service.call(asker, 'store-document', input('another text'), key)
        expect(other).toMatchObject({ status: 200, replayed: false, body: { data: { created: true } } })
        expect((await service.call(owner, 'store-document', input('hers'), key)).replayed).toBe(true)
        expect((await service.call(asker, 'store-document', input('another text'), key)).replayed).toBe(true)
        expect((await service.call(owner, 'store-document', input('mine'), key)).body.code).toBe('idempotency_mismatch')
      })
    })

    it.each(ownDocuments)('$operation, $title: its owner finds it', async (each) => {
      const { operation, file, input, headers, inert } = each
      for (const space of spaces) {
        const hers = space === '' ? 'common' : space
        const none = absentLike(hers)
        for (const way of waysOf(each)) {
          const there = await service.call(space, operation, input(way(`${hers}/${file}`)), headers)
          const never = await service.call(space, operation, input(way(`${none}/${file}`)), headers)
          const [seen, absent] = [told(there, `${hers}/${file}`), told(never, `${none}/${file}`)]
          if (inert === true) expect(seen).toEqual(absent)
          else {
            expect(there.status).toBe(200)
            expect(seen).not.toEqual(absent)
          }
        }
      }
    })

    it.each(ownClients)('$operation, a client $title: its owner finds it', async ({ operation, input, headers }) => {
      for (const space of spaces) {
        const there = await service.call(space, operation, input(clients.get(space) ?? ''), headers)
        const never = await service.call(space, operation, input('nobody'), headers)
        expect(there.status).toBe(200)
        expect(told(there, 'x')).not.toEqual(told(never, 'x'))
      }
    })

    it('a listing from the root holds what is the space’s, and counts no more', async () => {
      for (const space of spaces) {
        expect(before.get(space)?.body.data.root).toMatchObject({ documentCount: 0, folderCount: 0, totalSize: 0 })
        expect(before.get(space)?.body.data.root.children).toEqual([])
        const { root } = await done(listing(space))
        const names: string[] = []
        const walk = (node: { path: string; type: string; children?: readonly never[] }): void => {
          if (node.type === 'document') names.push(node.path)
          for (const child of node.children ?? []) walk(child)
        }
        walk(root)
        expect(root.documentCount).toBe(names.length)
        for (const file of Object.keys(files) as File[]) {
          expect(names).toContain(`${space === '' ? 'common' : space}/${file}`)
          for (const other of spaces.filter((each) => each !== space)) {
            expect(names).not.toContain(`${other === '' ? 'common' : other}/${file}`)
          }
        }
        expect(JSON.stringify(root)).not.toMatch(/\.spaces["/]/i)
      }
    })
  })
}
