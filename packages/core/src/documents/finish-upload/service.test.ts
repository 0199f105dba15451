import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { Ports } from '../../ports/index.ts'
import { providers } from '../../ports/providers.ts'
import { aContext, answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { contentTypes } from '../../model/document-type.ts'
import { bytesOf, digestOf } from '../../testing/document-texts.test-support.ts'
import { fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { getUpload } from '../get-upload/index.ts'
import { putUploadPart } from '../put-upload-part/index.ts'
import { finishUpload } from './index.ts'

const texts = ['Dear ', 'Ms ', 'Lovelace']
const whole = texts.join('')
const asked = (more: object = {}) => ({
  upload: 'u',
  parts: 3,
  sha256: digestOf(bytesOf(whole)),
  path: 'letters/ada.txt',
  ...more,
})

async function send(ports: Ports, parts: readonly string[] = texts): Promise<void> {
  for (const [index, text] of parts.entries())
    await answerOf(putUploadPart, { upload: 'u', part: index + 1, document: { content: bytesOf(text) } }, ports)
}

const partsLeft = async (ports: Ports): Promise<number> =>
  (await answerOf(getUpload, { upload: 'u' }, ports)).data.parts.length

/** Whatever is stored says that it has so many bytes. */
const sameSize = (store: DocumentStore, size: number): Pick<DocumentStore, 'stat'> => ({
  stat: async (path, options) => {
    const found = await store.stat(path, options)
    return found && { ...found, size, contentType: contentTypes.docx }
  },
})

describe('the end of an upload', () => {
  it('stores the parts as one document, and takes them away', async () => {
    const { ports, store } = fakePorts()
    await send(ports)
    const { data, warnings } = await answerOf(
      finishUpload,
      asked({ metadata: { client: '7' }, contentType: 'text/plain' }),
      ports,
    )
    expect(data).toMatchObject({
      created: true,
      unchanged: false,
      document: { size: whole.length, metadata: { client: '7' } },
    })
    expect(warnings).toEqual([])
    expect(store.texts()['letters/ada.txt']).toBe(whole)
    expect(await partsLeft(ports)).toBe(0)
  })

  it('is told of a type that the bytes do not have, as any document', async () => {
    const { ports } = fakePorts()
    const sent = bytesOf('docx:Dear Ada')
    await answerOf(putUploadPart, { upload: 'u', part: 1, document: { content: sent } }, ports)
    const document = { filename: 'a.docx', contentType: 'application/pdf' }
    const { data, warnings } = await answerOf(
      finishUpload,
      asked({ parts: 1, sha256: digestOf(sent), document }),
      ports,
    )
    expect(data.document.contentType).toMatch(/wordprocessingml/)
    expect(warnings?.map(({ code, location }) => [code, location?.pointer])).toEqual([
      ['type_mismatch', '/document/contentType'],
    ])
  })

  it('can be asked for again after its answer was lost, and its parts were left', async () => {
    const { ports } = fakePorts()
    await send(ports)
    await answerOf(finishUpload, asked(), ports)
    await send(ports)
    expect((await answerOf(finishUpload, asked(), ports)).data).toMatchObject({ created: false, unchanged: true })
    expect(await partsLeft(ports)).toBe(0)
  })

  it.each(['fail', 'rename', 'overwrite', 'skip-if-same'] as const)(
    'is stored once where calls come at once, by %s',
    async (onConflict) => {
      const { ports, store } = fakePorts()
      await store.keep('letters/ada.txt', onConflict === 'rename' ? 'another' : whole)
      await send(ports)
      const versions = { before: store.document('letters/ada.txt')?.version }
      const input = asked({ onConflict, ...(onConflict === 'overwrite' ? { ifVersion: versions.before } : {}) })
      const answers = await Promise.all([1, 2, 3].map(() => answerOf(finishUpload, input, ports)))
      answers.push(await answerOf(finishUpload, input, ports))
      expect(new Set(answers.map(({ data }) => data.document.version)).size).toBe(1)
      expect(answers.filter(({ data }) => !data.unchanged)).toHaveLength(onConflict === 'rename' ? 1 : 0)
      expect(Object.values(store.texts()).filter((text) => text === whole)).toHaveLength(1)
    },
  )

  it.each(['fail', 'rename', 'overwrite'] as const)(
    'that comes while the parts are taken away finds it stored, by %s',
    async (onConflict) => {
      const { ports, store } = fakePorts()
      const before = await store.keep('letters/ada.txt', 'another')
      if (onConflict === 'fail') await store.delete('letters/ada.txt', { condition: 'any', signal: aContext().signal })
      await send(ports)
      const version = onConflict === 'overwrite' ? { ifVersion: before.version } : {}
      const input = asked({ onConflict, metadata: { client: '7' }, ...version })
      let other: Promise<unknown> | undefined
      const slow: DocumentStore = {
        ...store,
        // The first has read one part when the second does all of it.
        async read(path, options) {
          const found = await store.read(path, options)
          await (other ??= answerOf(finishUpload, input, ports))
          return found
        },
      }
      const late = { ...ports, uploads: providers({ memory: slow }) }
      const { data } = await answerOf(finishUpload, input, late)
      expect(data).toMatchObject({ created: false, unchanged: true, document: { metadata: { client: '7' } } })
      expect(Object.values(store.texts()).filter((text) => text === whole)).toHaveLength(1)
    },
  )

  it.each([
    ['other bytes', { sha256: digestOf(bytesOf('x')) }],
    ['other metadata', { metadata: { client: '8' } }],
    ['another type', { contentType: 'text/odd' }],
    ['another path', { path: 'letters/bob.txt' }],
  ])('is not taken for stored with %s', async (_, other) => {
    const { ports } = fakePorts()
    await send(ports)
    const first = { metadata: { client: '7' }, contentType: 'text/plain' }
    await answerOf(finishUpload, asked(first), ports)
    expect((await answerOf(finishUpload, asked(first), ports)).data.unchanged).toBe(true)
    expect((await faultOf(answerOf(finishUpload, asked({ ...first, ...other }), ports))).code).toBe('upload_incomplete')
  })

  it('leaves a part that was sent anew meanwhile, also where a store cannot delete by version', async () => {
    for (const isExact of [true, false]) {
      const { ports, store } = fakePorts()
      await send(ports)
      const newer = { upload: 'u', part: 2, document: { content: bytesOf('of another') } }
      let isSent = false
      const uploads: DocumentStore = {
        ...store,
        async delete(path, options) {
          if (!isSent && path.endsWith('0002')) {
            isSent = true
            await answerOf(putUploadPart, newer, ports)
          }
          if (!isExact && typeof options.condition === 'object')
            throw new ChanceryError('unsupported_option', 'This store cannot delete on the condition of a version.')
          return await store.delete(path, options)
        },
      }
      await answerOf(finishUpload, asked(), { ...ports, uploads: providers({ memory: uploads }) })
      const { data } = await answerOf(getUpload, { upload: 'u' }, ports)
      expect(data.parts).toMatchObject([{ part: 2, size: 10 }])
    }
  })

  it('says which parts are missing', async () => {
    const { ports } = fakePorts()
    await send(ports, ['Dear '])
    const fault = await faultOf(answerOf(finishUpload, asked(), ports))
    expect(fault).toMatchObject({ code: 'upload_incomplete', details: { missing: [2, 3] } })
    expect(fault.violations.map(({ pointer }) => pointer)).toEqual(['/upload'])
  })

  it.each([
    ['another digest', asked({ sha256: digestOf(bytesOf('x')) }), 'checksum_mismatch'],
    ['parts that are not of it', asked({ parts: 2 }), 'checksum_mismatch'],
    ['a path that is taken', asked({ path: 'taken.txt' }), 'document_exists'],
    ['another provider', asked({ provider: 'versioned' }), 'upload_incomplete'],
  ])('stores nothing and takes nothing away for %s', async (_, input, code) => {
    const { ports, store } = fakePorts()
    await store.keep('taken.txt', 'taken')
    await send(ports)
    expect((await faultOf(answerOf(finishUpload, input, ports))).code).toBe(code)
    expect(await partsLeft(ports)).toBe(3)
    expect(store.texts()['taken.txt']).toBe('taken')
  })

  it('is only looked at in a dry run', async () => {
    const { ports, store } = fakePorts()
    await send(ports)
    expect((await answerOf(finishUpload, asked({ dryRun: true }), ports)).data).toMatchObject({ created: true })
    expect(await partsLeft(ports)).toBe(3)
    expect(store.texts()['letters/ada.txt']).toBeUndefined()
  })

  it('is refused for what is larger than a document may be, before it is read', async () => {
    const { ports, events } = fakePorts({}, limits({ uploadBytes: 10 }))
    await send(ports)
    const fault = await faultOf(answerOf(finishUpload, asked(), ports))
    expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['payload_too_large', ['/parts']])
    expect(events.filter((event) => event.startsWith('read'))).toEqual([])
  })

  describe('of a document that nobody holds', () => {
    const sent = ['docx:Dear Ms ', 'Lovelace, ', 'the parts of this letter follow one another.']
    const long = sent.join('')
    const few = limits({ documentBytes: 60 })
    const order = (more: object = {}) => asked({ sha256: digestOf(bytesOf(long)), ...more })

    it('stores the parts one after the other, with the type of its beginning', async () => {
      const { ports, store } = fakePorts({}, few)
      await send(ports, sent)
      const puts: string[] = []
      const watched: DocumentStore = {
        ...store,
        async put(request, options) {
          puts.push('pieces' in request.content ? 'stream' : 'whole')
          return await store.put(request, options)
        },
      }
      const { data } = await answerOf(finishUpload, order(), { ...ports, stores: providers({ memory: watched }) })
      expect(puts).toEqual(['stream'])
      expect(data.document).toMatchObject({ size: long.length, sha256: digestOf(bytesOf(long)) })
      expect(data.document.contentType).toMatch(/wordprocessingml/)
      expect(await partsLeft(ports)).toBe(0)
    })

    it.each([
      ['in a dry run', { dryRun: true }],
      ['where the document is there already', {}],
    ])('is held to its digest, also %s', async (_, more) => {
      const { ports, store } = fakePorts({}, few)
      const other = { ...order(more), sha256: digestOf(bytesOf('other')) }
      if (!('dryRun' in more)) await store.keep('letters/ada.txt', 'other')
      await send(ports, sent)
      const same = { ...ports, stores: providers({ memory: { ...store, ...sameSize(store, long.length) } }) }
      const fault = await faultOf(answerOf(finishUpload, other, same))
      expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['checksum_mismatch', ['/sha256']])
      expect(await partsLeft(ports)).toBe(3)
      if ('dryRun' in more) expect((await answerOf(finishUpload, order(more), ports)).data.created).toBe(true)
    })

    it('says where it is another one than was said, what its store says too', async () => {
      const { ports, store } = fakePorts({}, few)
      await send(ports, sent)
      const put = async (): Promise<never> => {
        throw new ChanceryError('checksum_mismatch', 'The stream is not what was said of it.')
      }
      const checking = { ...ports, stores: providers({ memory: { ...store, put } }) }
      const fault = await faultOf(answerOf(finishUpload, order(), checking))
      expect([fault.code, fault.violations.map(({ pointer }) => pointer)]).toEqual(['checksum_mismatch', ['/sha256']])
    })

    it.each([
      ['sent again', 'write_conflict'],
      ['taken away', 'upload_incomplete'],
    ])('is not made of a part that is %s while it is read', async (how, code) => {
      const { ports, store } = fakePorts({}, few)
      await send(ports, sent)
      let reads = 0
      const uploads: DocumentStore = {
        ...store,
        async read(path, options) {
          // The ends of it were looked at.
          if (++reads === 3) {
            if (how === 'sent again')
              await answerOf(
                putUploadPart,
                { upload: 'u', part: 1, document: { content: bytesOf('docx:Dear Ms ') } },
                ports,
              )
            else await store.delete(path, { condition: 'any', signal: options.signal })
          }
          return await store.read(path, options)
        },
      }
      const fault = await faultOf(
        answerOf(finishUpload, order(), { ...ports, uploads: providers({ memory: uploads }) }),
      )
      expect(fault.code).toBe(code)
      expect(store.texts()['letters/ada.txt']).toBeUndefined()
    })
  })

  it('stops for a caller that left', async () => {
    const { ports } = fakePorts()
    await expect(answerOf(finishUpload, asked(), ports, leftAlready())).rejects.toMatchObject({ code: 'cancelled' })
  })

  it.each([
    [{}, ['/upload', '/parts', '/sha256', '/path']],
    [asked({ parts: 0 }), ['/parts']],
    [asked({ path: '.uploads/x' }), ['/path']],
    [asked({ ifVersion: '1' }), ['/ifVersion']],
  ])('refuses %j', (input, pointers) => {
    expect(violationsOf(finishUpload, input).map(([at]) => at)).toEqual(pointers)
  })
})
