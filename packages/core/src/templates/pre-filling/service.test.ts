import { describe, expect, it } from 'vitest'
import { fromBase64 } from '../../model/base64.ts'
import { ChanceryError } from '../../errors.ts'
import { executeStream, parseInput } from '../../operation.ts'
import type { FillRequest } from '../../ports/document-templates.ts'
import type { Ports } from '../../ports/index.ts'
import { providers } from '../../ports/providers.ts'
import { aContext, answerOf, faultOf, leftAlready, violationsOf } from '../../testing/calls.test-support.ts'
import { bytesOf, inline, now, textOf } from '../../testing/document-texts.test-support.ts'
import { aClient } from '../../testing/fake-clients.test-support.ts'
import { fakeConverter, fakePorts, limits } from '../../testing/fake-ports.test-support.ts'
import { remark } from '../../testing/fake-reading.test-support.ts'
import { preFilling } from './index.ts'

const template = inline('docx:Dear {name}', { filename: 'letter.dotx' })
const data = { name: 'Ada' }
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const people = (...names: string[]) => names.map((name) => ({ data: { name } }))

const fill = async (ports: Ports, input: object, context = {}) =>
  (await answerOf(preFilling, { template, ...input }, ports, context)).data
const failure = (ports: Ports, input: object, context = {}) => faultOf(fill(ports, input, context))
const text = (document: { readonly content?: string | undefined } | undefined): string | undefined =>
  document?.content === undefined ? undefined : textOf(fromBase64(document.content) ?? bytesOf('?'))

describe('one document', () => {
  it('is filled and answered, with what went where', async () => {
    const { ports, events } = fakePorts()
    const { documents, bundle } = await fill(ports, { data: { ...data, more: 1 } })
    const [one] = documents
    expect(documents).toHaveLength(1)
    expect(text(one?.document)).toBe('docx:Dear Ada')
    expect(one).toMatchObject({
      document: { filename: 'letter.docx', contentType: docx, size: 13 },
      filename: 'letter.docx',
      filled: ['name'],
      missing: [],
      unused: ['more'],
      findings: [],
      delimiters: { open: '{', close: '}' },
    })
    expect(bundle).toBeUndefined()
    expect(events).toEqual([])
  })

  it('is of a Word or OpenDocument template, of which what is odd is told', async () => {
    const { ports, guard } = fakePorts()
    const { warnings } = await answerOf(preFilling, { template: inline('docx:[remark]') }, ports)
    expect(warnings).toEqual([remark])
    expect(guard.asked).toMatchObject([{ accept: ['docx', 'odt'] }])
    expect(await failure(ports, { template: inline('pdf:A') })).toMatchObject({
      code: 'unsupported_document',
      violations: [{ pointer: '/template' }],
    })
  })

  it('has the type of its template, and is never merged where that is an OpenDocument text', async () => {
    const { ports } = fakePorts()
    const odt = inline('odt:Dear {name}', { filename: 'letter.ott' })
    const { documents } = await fill(ports, { template: odt, data })
    expect(documents[0]?.document?.filename).toBe('letter.odt')
    expect(await failure(ports, { template: odt, data, format: 'docx' })).toMatchObject({
      code: 'unsupported_option',
      violations: [{ pointer: '/format' }],
    })
    expect(await failure(ports, { template: odt, records: people('Ada'), bundle: 'merged' })).toMatchObject({
      code: 'unsupported_option',
      violations: [{ pointer: '/bundle' }],
    })
  })

  it('is asked for with the choices of the call', async () => {
    const { ports, documentTemplates } = fakePorts()
    const choices = {
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      delimiters: { open: '<<', close: '>>' },
      rawXml: true,
    }
    const missing = { default: 'keep', paths: { name: 'blank' } }
    await fill(ports, { data, ...choices, currency: 'chf', missing })
    expect(documentTemplates.asked.fills).toEqual([
      {
        data,
        ...choices,
        currency: 'CHF',
        missing: 'keep',
        missingPaths: { name: 'blank' },
        now,
        open: expect.any(Function),
      },
    ])
  })

  it('is asked for by the settings of the service where the call says nothing', async () => {
    const settings = { locale: 'fr-FR', timeZone: 'Asia/Tokyo', currency: 'jpy' }
    const { ports, documentTemplates } = fakePorts({}, settings)
    await fill(ports, { data, delimiters: 'auto' })
    expect(documentTemplates.asked.fills).toEqual([
      { data, ...settings, currency: 'JPY', missing: 'error', rawXml: false, now, open: expect.any(Function) },
    ])
  })

  it('may name stored documents in its data, as a request may', async () => {
    const { ports, store, documentTemplates } = fakePorts()
    await store.keep('logo.png', 'png:logo')
    await fill(ports, { data })
    const [{ open } = {} as FillRequest] = documentTemplates.asked.fills
    expect(textOf((await open?.({ path: 'logo.png' }))?.bytes ?? bytesOf('?'))).toBe('png:logo')
    const fault = await faultOf(open?.({ path: 'none.png' }) ?? Promise.resolve())
    expect([fault.code, fault.violations[0]?.pointer]).toEqual(['document_not_found', ''])
    const unlike = await faultOf(open?.({ path: 'a', url: 'b' }) ?? Promise.resolve())
    expect(unlike).toMatchObject({ code: 'invalid_request', violations: [{ code: 'one_source' }] })
  })

  it('needs all of its data, unless told otherwise', async () => {
    const { ports } = fakePorts()
    expect(await failure(ports, {})).toMatchObject({
      code: 'data_incomplete',
      violations: [{ pointer: '/data/name', code: 'missing_value' }],
    })
    for (const [missing, made] of [
      ['blank', 'docx:Dear '],
      ['keep', 'docx:Dear {name}'],
      ['highlight', 'docx:Dear *name*'],
    ]) {
      const [one] = (await fill(ports, { missing })).documents
      expect([text(one?.document), one?.missing]).toEqual([made, ['name']])
    }
  })

  it('is refused for a template with faults', async () => {
    const { ports } = fakePorts()
    expect(await failure(ports, { template: inline('docx:{!}') })).toMatchObject({
      code: 'template_invalid',
      violations: [{ pointer: '/template' }],
    })
  })

  it('does not begin once the caller has left', async () => {
    const { ports, guard } = fakePorts()
    expect((await failure(ports, { data }, leftAlready())).code).toBe('cancelled')
    expect(guard.asked).toEqual([])
  })
})

describe('its name', () => {
  const nameOf = async (input: object) => {
    const [one] = (await fill(fakePorts().ports, { data, ...input })).documents
    return [one?.document?.filename, one?.findings.map(({ code }) => code)]
  }

  it.each([
    [{ filename: 'To {name}' }, 'To Ada.docx', []],
    [{ filename: 'To all.docx' }, 'To all.docx', []],
    [{ filename: 'a/b' }, 'a-b.docx', ['filename_changed']],
    [{ template: inline('docx:A') }, 'document.docx', []],
  ])('of %j is %s', async (input, name, findings) => {
    expect(await nameOf(input)).toEqual([name, findings])
  })

  it('points at its own tags', async () => {
    const { ports } = fakePorts()
    expect(await failure(ports, { data, filename: '{!}' })).toMatchObject({
      code: 'template_invalid',
      violations: [{ pointer: '/filename' }],
    })
    expect(await failure(ports, { data, filename: '{number}' })).toMatchObject({
      code: 'data_incomplete',
      violations: [{ pointer: '/data/number' }],
    })
  })
})

describe('as a PDF', () => {
  it('is converted', async () => {
    const { ports, converter } = fakePorts()
    const [one] = (await fill(ports, { data, format: 'pdf' })).documents
    expect(text(one?.document)).toBe('pdf:Dear Ada')
    expect(one?.document).toMatchObject({ filename: 'letter.pdf', contentType: 'application/pdf' })
    expect(converter.asked).toEqual([{ from: 'docx', to: 'pdf' }])
  })

  it('is refused at once where nothing converts', async () => {
    const { ports, guard } = fakePorts({ converters: providers({}) })
    expect(await failure(ports, { data, format: 'pdf' })).toMatchObject({
      code: 'unsupported_option',
      violations: [{ pointer: '/format', code: 'unsupported_option' }],
    })
    expect(guard.asked).toEqual([])
    expect((await fill(ports, { data })).documents).toHaveLength(1)
    expect((await fill(ports, { records: people('Ada') })).documents).toHaveLength(1)
  })

  it.each([
    [1, 1],
    [3, 3],
  ])('of many, %s at a time', async (parallel, most) => {
    const converter = fakeConverter(parallel)
    const { ports } = fakePorts({ converters: providers({ office: converter }) })
    const records = people('a', 'b', 'c', 'd', 'e')
    const { documents } = await fill(ports, { records, format: 'pdf', filename: 'same' })
    expect(documents.map(({ document }) => [document?.filename, text(document)])).toEqual([
      ['same.pdf', 'pdf:Dear a'],
      ['same (2).pdf', 'pdf:Dear b'],
      ['same (3).pdf', 'pdf:Dear c'],
      ['same (4).pdf', 'pdf:Dear d'],
      ['same (5).pdf', 'pdf:Dear e'],
    ])
    expect(converter.running.most).toBe(most)
  })

  it('that cannot be made is told in its record', async () => {
    const { ports } = fakePorts()
    const { documents } = await fill(ports, { records: people('[unprintable]', 'Ada'), format: 'pdf' })
    expect(documents.map(({ error, filename }) => error?.code ?? filename)).toEqual([
      'document_corrupt',
      'letter (2).pdf',
    ])
  })
})

describe('a client', () => {
  it('is there under its name, beneath what the data says of it', async () => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Ada', emails: ['ada@example.com'], custom: { matter: '7' } }))
    const input = { template: inline('docx:{client.name}, {client.email}, {x}'), client: 'c1' }
    const [one] = (await fill(ports, { ...input, data: { x: 1, client: { name: 'Countess' } } })).documents
    expect(text(one?.document)).toBe('docx:Countess, ada@example.com, 1')
    // What a template does not use of a client's record is no remark worth making.
    expect(one?.unused).toEqual([])
    for (const odd of [null, [1], 'text']) {
      const [other] = (await fill(ports, { ...input, data: { x: 1, client: odd } })).documents
      expect(text(other?.document)).toBe('docx:Ada, ada@example.com, 1')
    }
    const own = { template: inline('docx:A'), data: { client: { name: 'x' }, clients: 1 } }
    expect((await fill(ports, own)).documents[0]?.unused).toEqual(['client.name', 'clients'])
    const both = { template: inline('docx:A'), data: { clients: 1 }, client: 'c1' }
    expect((await fill(ports, both)).documents[0]?.unused).toEqual(['clients'])
  })

  it('may be named by an e-mail address that it alone has', async () => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Ada', emails: ['ada@example.com'] }))
    const input = { template: inline('docx:{client.name}'), client: 'Ada@example.com' }
    const [one] = (await fill(ports, input)).documents
    expect(text(one?.document)).toBe('docx:Ada')
  })

  it('that is not there is told', async () => {
    const { ports, documentTemplates } = fakePorts()
    const hint = 'Look for it with `/find-clients`.'
    const told = { code: 'client_not_found', violations: [{ pointer: '/client', code: 'client_not_found', hint }] }
    expect(await failure(ports, { client: 'c1' })).toMatchObject(told)
    expect(documentTemplates.asked.fills).toEqual([])
  })
})

describe('stored', () => {
  it('lies under a path whose tags are filled, in the store that is named', async () => {
    const { ports, versioned } = fakePorts()
    const output = { path: 'letters/{name}.docx', provider: 'versioned', onConflict: 'overwrite' }
    const { documents } = await fill(ports, { data, output })
    expect(versioned.texts()).toEqual({ 'letters/Ada.docx': 'docx:Dear Ada' })
    expect(documents[0]?.document).toMatchObject({
      filename: 'letter.docx',
      stored: { path: 'letters/Ada.docx', provider: 'versioned', contentType: docx },
    })
    expect('content' in (documents[0]?.document ?? {})).toBe(false)
  })

  it('gets no folders from values', async () => {
    const { ports, store } = fakePorts()
    await fill(ports, { data: { name: '../a/b ' }, output: { path: 'letters/{name}' } })
    expect(Object.keys(store.texts())).toEqual(['letters/..-a-b'])
  })

  it.each([
    ['empty once it is filled', { data: { name: ' . ' } }, '{name}/a.docx', ['/output/path', 'empty_name']],
    ['none', { data }, 'a/../b', ['/output/path', 'invalid_path']],
    ['that of a template with faults', { data }, 'a/{!}', ['/output/path', 'unclosed_tag']],
    ['without a value', { data }, 'a/{number}', ['/data/number', 'missing_value']],
  ])('has no path that is %s', async (_what, input, path, violation) => {
    const { ports, events } = fakePorts()
    const { violations } = await failure(ports, { ...input, output: { path } })
    expect(violations.map(({ pointer, code }) => [pointer, code])).toEqual([violation])
    expect(events).toEqual([])
  })

  it('keeps dots that stand in the path by themselves for its own rule', async () => {
    const { ports } = fakePorts()
    expect((await failure(ports, { data, output: { path: './a' } })).violations[0]?.code).toBe('invalid_path')
  })

  it('leaves what is there, and writes nothing in a dry run', async () => {
    const { ports, store, events } = fakePorts()
    await fill(ports, { data, output: { path: 'a.docx' }, dryRun: true })
    expect(events).toEqual([])
    await store.keep('a.docx', 'docx:Before')
    expect(await failure(ports, { data, output: { path: 'a.docx' } })).toMatchObject({
      code: 'document_exists',
      violations: [{ pointer: '/output/path' }],
    })
    expect(store.texts()).toEqual({ 'a.docx': 'docx:Before' })
  })
})

describe('records', () => {
  it('make a document each, of their own data and the common one', async () => {
    const { ports, directory } = fakePorts()
    directory.records.set('c1', aClient('c1', { name: 'Ada' }))
    const { documents } = await fill(ports, {
      template: inline('docx:{name} {town} {client.name}'),
      data: { town: 'Bath', name: 'Nobody', client: { name: 'none' } },
      records: [{ data: { name: 'Ada' } }, { data: { town: 'York' }, filename: 'Own {town}' }, { client: 'c1' }],
      filename: 'Common {name}',
    })
    expect(documents.map(({ document }) => [document?.filename, text(document)])).toEqual([
      ['Common Ada.docx', 'docx:Ada Bath none'],
      ['Own York.docx', 'docx:Nobody York none'],
      ['Common Nobody.docx', 'docx:Nobody Bath none'],
    ])
  })

  it('that fail are told in their place, and stop no others', async () => {
    const { ports } = fakePorts()
    const records = [...people('Ada'), {}, { client: 'c9', data }, { data, filename: '{!}' }, ...people('Alan')]
    const { documents } = await fill(ports, { records })
    expect(documents.map(({ filename, error }) => error?.errors[0]?.pointer ?? filename)).toEqual([
      'letter.docx',
      '/records/1/data/name',
      '/records/2/client',
      '/records/3/filename',
      'letter (2).docx',
    ])
    expect(documents[1]).toEqual({
      filled: [],
      missing: [],
      unused: [],
      findings: [],
      error: {
        code: 'data_incomplete',
        message: 'The data lacks values.',
        errors: [expect.objectContaining({ pointer: '/records/1/data/name', code: 'missing_value' })],
      },
    })
  })

  it.each([
    ['the template', { template: inline('docx:{!}') }, '/template'],
    ['the common file name', { filename: '{!}' }, '/filename'],
  ])('fail together for a fault of %s', async (_what, input, pointer) => {
    const { ports } = fakePorts()
    const fault = await failure(ports, { ...input, records: people('Ada', 'Alan') })
    expect(fault).toMatchObject({ code: 'template_invalid', violations: [{ pointer }] })
  })

  describe('of a sheet of labels', () => {
    const template = inline('docx:NEXT {firm}: {records.0.name} {records.1.name}')

    it('are all in one document', async () => {
      const { ports, directory, documentTemplates } = fakePorts()
      directory.records.set('c1', aClient('c1', { name: 'Ada' }))
      const records = [{ data: { name: 'Alan' } }, { client: 'c1', data: { name: 'Ada' } }]
      const { documents } = await fill(ports, { template, data: { firm: 'F' }, records, filename: '{firm}' })
      expect(documents.map(({ document }) => [document?.filename, text(document)])).toEqual([
        ['F.docx', 'docx:NEXT F: Alan Ada'],
      ])
      expect(documentTemplates.asked.batches).toEqual([])
      const zip = await fill(ports, { template, data: { firm: 'F' }, records, bundle: 'zip' })
      expect(zip.documents).toHaveLength(1)
    })

    it('that fail are told behind it, and the others are in it', async () => {
      const { ports } = fakePorts()
      const records = [{ client: 'c9' }, { data: { nmae: 'x' } }, ...people('Alan', 'Ada')]
      const { documents } = await fill(ports, { template, data: { firm: 'F' }, records })
      expect(documents.map(({ document, error }) => error?.errors[0]?.pointer ?? text(document))).toEqual([
        'docx:NEXT F: Alan Ada',
        '/records/0/client',
        '/records/1/data/name',
      ])
    })

    it('fail together where the fault is in the common data', async () => {
      const { ports } = fakePorts()
      const fault = await failure(ports, { template, records: people('Ada', 'Alan') })
      expect(fault).toMatchObject({ code: 'data_incomplete', violations: [{ pointer: '/data/firm' }] })
    })
  })

  it('have one that took too long told in its place', async () => {
    const { ports, documentTemplates } = fakePorts()
    const late = new ChanceryError('deadline_exceeded', 'It took too long.')
    documentTemplates.found.faults.set('docx:Dear Ada', late)
    const { documents } = await fill(ports, { records: people('Ada', 'Alan') })
    expect(documents.map(({ error }) => error?.code)).toEqual(['deadline_exceeded', undefined])
    expect(documents[0]?.error).toEqual({ code: 'deadline_exceeded', message: 'It took too long.', errors: [] })
  })

  it('are as many as are allowed', async () => {
    const { ports, guard } = fakePorts({}, limits({ records: 2 }))
    expect((await fill(ports, { records: people('a', 'b') })).documents).toHaveLength(2)
    guard.asked.length = 0
    expect(await failure(ports, { records: people('a', 'b', 'c') })).toMatchObject({
      code: 'payload_too_large',
      violations: [{ pointer: '/records', code: 'too_many' }],
      details: { limit: 2, actual: 3 },
    })
    expect(guard.asked).toEqual([])
  })

  it('are filled together as far as they are small, 50 at the most', async () => {
    const records = Array.from({ length: 51 }, () => ({ data }))
    const { ports, documentTemplates } = fakePorts()
    await fill(ports, { records })
    expect(documentTemplates.asked.batches).toEqual([50, 1])
    const batchesOf = async (bytes: number) => {
      documentTemplates.asked.batches.length = 0
      await fill(ports, { template: inline(`docx:${'x'.repeat(bytes - 5)}`), records: records.slice(0, 3) })
      return documentTemplates.asked.batches
    }
    expect(await batchesOf(2 * 1024 * 1024)).toEqual([2, 1])
    expect(await batchesOf(2 * 1024 * 1024 + 1)).toEqual([1, 1, 1])
  })

  it('number their places through all batches', async () => {
    const { ports } = fakePorts()
    const records = [...Array.from({ length: 50 }, () => ({ data })), {}]
    const { documents } = await fill(ports, { records })
    expect(documents[50]?.error?.errors[0]?.pointer).toBe('/records/50/data/name')
  })

  it('end when the caller leaves', async () => {
    const leaving = new AbortController()
    const { ports, documentTemplates } = fakePorts()
    const records = Array.from({ length: 51 }, () => ({ data }))
    const templates = {
      ...documentTemplates,
      fillMany: (...given: Parameters<typeof documentTemplates.fillMany>) => {
        leaving.abort()
        return documentTemplates.fillMany(given[0], given[1], { signal: new AbortController().signal })
      },
    }
    const fault = await failure({ ...ports, documentTemplates: templates }, { records }, { signal: leaving.signal })
    await new Promise((resolve) => setTimeout(resolve))
    expect(fault.code).toBe('cancelled')
    expect(documentTemplates.asked.batches).toEqual([50])
  })
})

describe('records that are stored', () => {
  const output = { path: '{name}.docx' }

  it('are stored one by one, in their order', async () => {
    const { ports, store, events } = fakePorts()
    await fill(ports, { records: people('b', 'a'), output })
    expect(events).toEqual(['put b.docx', 'put a.docx'])
    expect(store.texts()).toEqual({ 'a.docx': 'docx:Dear a', 'b.docx': 'docx:Dear b' })
  })

  it('have what is in the way of one told in its place', async () => {
    const { ports, store } = fakePorts()
    await store.keep('a.docx', 'docx:Before')
    const { documents } = await fill(ports, { records: people('a', 'b'), output })
    expect(documents.map(({ error }) => error?.code)).toEqual(['document_exists', undefined])
    expect(documents[0]?.error?.errors).toMatchObject([{ pointer: '/output/path' }])
    expect(store.texts()).toEqual({ 'a.docx': 'docx:Before', 'b.docx': 'docx:Dear b' })
  })

  it.each(['fail', 'overwrite'])('do not replace each other where the policy is: %s', async (onConflict) => {
    const { ports, store } = fakePorts()
    const records = [...people('a'), { data: { name: 'b', to: 'a' } }, ...people('a')]
    const { documents } = await fill(ports, {
      records: records.map((record) => ({ data: { to: 'a', ...record.data } })),
      output: { path: '{to}.docx', onConflict },
    })
    expect(documents.map(({ error }) => error?.code)).toEqual([undefined, 'document_exists', undefined])
    expect(documents[1]?.error?.errors).toMatchObject([{ pointer: '/output/path', code: 'document_exists' }])
    expect(documents[1]?.error?.errors[0]?.hint).toContain('rename')
    expect(store.texts()).toEqual({ 'a.docx': 'docx:Dear a' })
  })

  it('stand side by side where they are to be renamed or kept as versions', async () => {
    const { ports, store, versioned } = fakePorts()
    const records = people('a', 'b')
    await fill(ports, { records, output: { path: 'x.docx', onConflict: 'rename' } })
    expect(store.texts()).toEqual({ 'x.docx': 'docx:Dear a', 'x (2).docx': 'docx:Dear b' })
    const versions = { path: 'x.docx', onConflict: 'keep-both-versions', provider: 'versioned' }
    const { documents } = await fill(ports, { records, output: versions })
    expect(documents.map(({ error }) => error)).toEqual([undefined, undefined])
    expect(versioned.texts()).toEqual({ 'x.docx': 'docx:Dear b' })
  })

  it('fail as a whole for a fault of the service, as long as nothing is stored', async () => {
    const { ports, documentTemplates, lines, events } = fakePorts()
    documentTemplates.found.faults.set('docx:Dear b', new TypeError('secret'))
    expect((await failure(ports, { records: people('a', 'b'), output })).code).toBe('internal')
    expect([lines, events]).toEqual([[], []])
  })

  it('have it told in the place of each that is left, once some are stored', async () => {
    const { ports, documentTemplates, lines, events } = fakePorts()
    documentTemplates.found.faults.set('docx:Dear late', new TypeError('secret'))
    // The second batch breaks.
    const records = [...people(...Array.from({ length: 50 }, (_, at) => `n${at}`)), ...people('late', 'x')]
    const { documents } = await fill(ports, { records, output })
    expect(documents.slice(49).map(({ error }) => error?.code)).toEqual([undefined, 'internal', 'internal'])
    expect(events).toHaveLength(50)
    expect(lines).toEqual([['error', 'item-failed', { requestId: 'request-1', error: 'TypeError' }]])
  })

  it('have a fault of the call told there without a line of its own', async () => {
    const { ports, documentTemplates, lines } = fakePorts()
    const many = (...given: Parameters<typeof documentTemplates.fillMany>) => {
      if (documentTemplates.asked.batches.length > 0) throw new ChanceryError('overloaded', 'Too much to do.')
      return documentTemplates.fillMany(...given)
    }
    const templates = { ...documentTemplates, fillMany: many }
    const records = people(...Array.from({ length: 51 }, (_, at) => `n${at}`))
    const { documents } = await fill({ ...ports, documentTemplates: templates }, { records, output })
    expect(documents.at(-1)?.error).toMatchObject({ code: 'overloaded' })
    expect(lines).toEqual([])
  })
})

describe('a bundle', () => {
  const records = people('a', 'b')

  it('as a zip has all documents, and the answer tells of each', async () => {
    const { ports } = fakePorts()
    const { documents, bundle } = await fill(ports, { records: [...records, {}], bundle: 'zip' })
    expect(text(bundle)).toBe('letter.docx=docx:Dear a\nletter (2).docx=docx:Dear b\n')
    expect(bundle).toMatchObject({ filename: 'letter.zip', contentType: 'application/zip' })
    expect(documents.map(({ filename, error }) => filename ?? error?.code)).toEqual([
      'letter.docx',
      'letter (2).docx',
      'data_incomplete',
    ])
    expect(documents.some((each) => 'document' in each)).toBe(false)
  })

  it('merged is one document', async () => {
    const { ports } = fakePorts()
    const { documents, bundle } = await fill(ports, { records: [{}, ...records], bundle: 'merged' })
    expect(text(bundle)).toBe('docx:Dear a|Dear b')
    expect(bundle).toMatchObject({ filename: 'letter.docx', contentType: docx })
    expect(documents).toHaveLength(3)
  })

  it('merged as a PDF is converted as a whole', async () => {
    const { ports, converter } = fakePorts()
    const { documents, bundle } = await fill(ports, { records, bundle: 'merged', format: 'pdf' })
    expect(text(bundle)).toBe('pdf:Dear a|Dear b')
    expect(bundle).toMatchObject({ filename: 'letter.pdf', contentType: 'application/pdf' })
    expect(converter.asked).toHaveLength(1)
    expect(documents[0]?.filename).toBe('letter.docx')
  })

  it('is absent where none came to anything', async () => {
    const { ports, events } = fakePorts()
    const { documents, bundle } = await fill(ports, { records: [{}], bundle: 'zip', output: { path: 'a.zip' } })
    expect([documents[0]?.error?.code, bundle]).toEqual(['data_incomplete', undefined])
    expect(events).toEqual([])
  })

  it.each([
    [{ bundleName: 'All of {year}' }, 'All of 2026.zip'],
    [{ bundleName: 'all.zip' }, 'all.zip'],
    [{ bundleName: '...' }, 'letter.zip'],
    [{ output: { path: 'x/{year}.zip' } }, '2026.zip'],
    [{ template: inline('docx:{name}') }, 'documents.zip'],
  ])('of %j is named %s', async (input, name) => {
    const { ports } = fakePorts()
    const { bundle } = await fill(ports, { records, bundle: 'zip', data: { year: 2026 }, ...input })
    expect(bundle?.filename).toBe(name)
  })

  it('points at the tags of its name', async () => {
    const { ports } = fakePorts()
    expect(await failure(ports, { records, bundle: 'zip', bundleName: '{!}' })).toMatchObject({
      violations: [{ pointer: '/bundleName' }],
    })
    for (const named of [{ bundleName: '{number}' }, { output: { path: '{number}' } }])
      expect(await failure(ports, { records, bundle: 'zip', ...named })).toMatchObject({
        code: 'data_incomplete',
        violations: [{ pointer: '/data/number' }],
      })
  })

  it('is stored where that is wanted, but not in a dry run', async () => {
    const { ports, store, events } = fakePorts()
    const input = { records, bundle: 'zip', data: { year: 2026 }, output: { path: '{year}/all.zip' } }
    const dry = await fill(ports, { ...input, dryRun: true })
    expect([dry.bundle?.stored?.path, events]).toEqual(['2026/all.zip', []])
    const { bundle } = await fill(ports, input)
    expect(Object.keys(store.texts())).toEqual(['2026/all.zip'])
    expect(bundle?.stored?.contentType).toBe('application/zip')
  })

  it('is of records whatever is made of them by themselves: none', async () => {
    const { ports } = fakePorts()
    const { documents, bundle } = await fill(ports, { records, bundle: 'none' })
    expect([documents.map(({ document }) => text(document)), bundle]).toEqual([
      ['docx:Dear a', 'docx:Dear b'],
      undefined,
    ])
  })
})

describe('a stream', () => {
  const open = (ports: Ports, input: object, named = true, context = {}) =>
    executeStream(preFilling, { template, ...input }, ports, aContext(context), named)
  const whole = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
    let read = ''
    for await (const chunk of bytes) read += textOf(chunk)
    return read
  }

  it('is a zip with all documents, and with a report of each record at its end', async () => {
    const { ports } = fakePorts()
    const stream = await open(ports, { records: [...people('a'), {}], data: { year: 2026 }, bundleName: 'All {year}' })
    expect(stream).toMatchObject({ filename: 'All 2026.zip', contentType: 'application/zip' })
    const [file, ...lines] = (await whole(stream?.bytes ?? (async function* () {})())).split('\n')
    expect(file).toBe('letter.docx=docx:Dear a')
    const report = JSON.parse(lines.join('').replaceAll('report.json+', '')) as { documents: object[] }
    expect(report.documents).toMatchObject([
      { filename: 'letter.docx', filled: ['name'] },
      { error: { code: 'data_incomplete', errors: [{ pointer: '/records/1/data/name' }] } },
    ])
    expect(Object.keys(report.documents[0] ?? {})).toEqual([
      'filename',
      'filled',
      'missing',
      'unused',
      'findings',
      'delimiters',
    ])
  })

  it('has documents as they are wanted, named as the template where no name is given', async () => {
    const { ports } = fakePorts()
    const stream = await open(ports, { records: people('a'), format: 'pdf', filename: 'report.json' })
    expect(stream?.filename).toBe('letter.zip')
    expect(await whole(stream?.bytes ?? (async function* () {})())).toContain('report.json.pdf=pdf:Dear a\n')
  })

  it('keeps the name of its report to itself', async () => {
    const { ports } = fakePorts()
    const { documents } = await fill(ports, { records: people('a'), bundle: 'zip', filename: 'report.json' })
    expect(documents[0]?.filename).toBe('report.json.docx')
  })

  it.each([
    [{ records: people('a') }, true, true],
    [{ records: people('a') }, false, false],
    [{ records: people('a'), bundle: 'zip' }, false, true],
    [{ records: people('a'), bundle: 'merged' }, true, false],
    [{ records: people('a'), bundle: 'none' }, true, false],
    [{ records: people('a'), bundle: 'zip', output: { path: 'a.zip' } }, true, false],
    [{ data }, true, false],
  ])('suits %j, asked for by name %s: %s', async (input, named, suits) => {
    const { ports } = fakePorts()
    expect((await open(ports, input, named)) !== undefined).toBe(suits)
  })

  it('stores nothing, and fails before its first byte where the template cannot be opened', async () => {
    const { ports, events } = fakePorts()
    await whole((await open(ports, { records: people('a') }))?.bytes ?? (async function* () {})())
    expect(events).toEqual([])
    const fault = await faultOf(open(ports, { records: people('a'), template: inline('docx:[broken]') }))
    expect(fault).toMatchObject({ code: 'document_corrupt', violations: [{ pointer: '/template' }] })
  })
})

describe('what it takes', () => {
  it('is work on documents, with an effect', () => {
    expect(preFilling).toMatchObject({
      name: 'pre-filling',
      area: 'templates',
      effect: true,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: true,
    })
    const input = { template, missing: { paths: {} }, output: { path: 'a' } }
    expect(parseInput(preFilling.input, input)).toEqual({
      template,
      missing: { default: 'error', paths: {} },
      rawXml: false,
      output: { path: 'a', onConflict: 'fail' },
      dryRun: false,
    })
    expect(parseInput(preFilling.input, { template })).toMatchObject({ missing: 'error' })
  })

  it('is a client, a bundle and its name only where they mean something', () => {
    const records = [{}]
    expect(violationsOf(preFilling, { template, records, client: 'c' })).toEqual([['/client', 'unexpected_field']])
    expect(violationsOf(preFilling, { template, client: 'c' })).toEqual([])
    expect(violationsOf(preFilling, { template, bundle: 'zip', bundleName: 'a' })).toEqual([
      ['/bundle', 'unexpected_field'],
      ['/bundleName', 'unexpected_field'],
    ])
    expect(violationsOf(preFilling, { template, records, bundle: 'zip', bundleName: 'a' })).toEqual([])
  })

  it.each([
    ['client', 'c', '', '/client', 'too_small'],
    ['client', 'c'.repeat(320), 'c'.repeat(321), '/client', 'too_big'],
    ['filename', 'f', '', '/filename', 'too_small'],
    ['filename', 'f'.repeat(1024), 'f'.repeat(1025), '/filename', 'too_big'],
    ['records', [{}], [], '/records', 'too_small'],
    ['output', { path: 'p' }, { path: '' }, '/output/path', 'too_small'],
    ['output', { path: 'p'.repeat(4096) }, { path: 'p'.repeat(4097) }, '/output/path', 'too_big'],
    [
      'output',
      { path: 'p', provider: 'p'.repeat(64) },
      { path: 'p', provider: 'p'.repeat(65) },
      '/output/provider',
      'too_big',
    ],
    ['missing', { paths: { p: 'highlight' } }, { paths: { '': 'blank' } }, '/missing/paths/', 'invalid_key'],
    [
      'missing',
      { paths: { ['p'.repeat(512)]: 'keep' } },
      { paths: { ['p'.repeat(513)]: 'keep' } },
      `/missing/paths/${'p'.repeat(513)}`,
      'invalid_key',
    ],
    ['format', 'pdf', 'rtf', '/format', 'invalid_value'],
    ['format', 'odt', 'ott', '/format', 'invalid_value'],
    ['format', 'docx', 'doc', '/format', 'invalid_value'],
  ])('bounds %s', (field, most, more, pointer, code) => {
    expect(violationsOf(preFilling, { template, [field]: most })).toEqual([])
    expect(violationsOf(preFilling, { template, [field]: more })).toEqual([[pointer, code]])
  })
})
