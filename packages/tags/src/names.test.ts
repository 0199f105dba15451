import type { FillRequest, JsonObject, Translations } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { checkData } from './fill/check-data.ts'
import { checkSchema } from './check/check-schema.ts'
import { fillText } from './fill/fill-text.ts'
import { inferSchema } from './schema/infer-schema.ts'
import { parseTemplate } from './template/parse-template.ts'
import { sampleData } from './schema/sample-data.ts'
import { singleBraces } from './template/scan-text.ts'
import { namesIn, settleNames } from './check/settle-names.ts'
import { translationFindings } from './check/untranslated.ts'

const request = { missing: 'error', locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
const fill = (text: string, data: JsonObject, more: Partial<FillRequest> = {}): string =>
  fillText(text, { ...request, data, ...more }).text
const nodesOf = (text: string) => parseTemplate(text, singleBraces).nodes
const codesOf = (text: string): readonly string[] => parseTemplate(text, singleBraces).faults.map(({ code }) => code)

describe('names as people write them', () => {
  const names = [
    'Address 1',
    'Line 2 Text',
    "Client's name",
    "Parties' names",
    'Tel. Nr.',
    'Account No.',
    'Kunden-Nr.',
    'Mr./Ms.',
    'Rate p.a.',
    'Ph.D.',
    'Amount (EUR)',
    'Amount(EUR)',
    'Date of birth (dd.mm.yyyy)',
    'VAT (19%)',
    'VAT %',
    'Order #',
    'R&D costs',
    '2nd',
    '2nd Applicant',
    '30 Day Rate',
    'Rate 2.5',
    'Is married?',
    'Total €',
    'Straße und Nr.',
    'Tel. Nr',
    'P.O. Box',
    'Terms and Conditions',
    'Net - Gross',
    'Name/Company',
    'not applicable',
    'City, State',
    'Ort, Datum der Ausstellung',
    '№ договора',
    'Area [m2]',
    'Fläche [m²]',
    'Vor-/Nachname',
    'Straße + Hausnr.',
    'Mieter*in',
    '氏名（ふりがな）',
  ]
  it.each(names)('%s is read where the data has it', (name) => {
    expect(codesOf(`{${name}}`)).toEqual([])
    expect(fill(`{${name}}; {${name} | upper}`, { [name]: 'a' })).toBe('a; A')
    expect(fill(`{#${name}}<{.}>{/${name}}`, { [name]: ['a', 'b'] })).toBe('<a><b>')
    expect(fill(`{#rows}{${name}}{/rows}`, { rows: [{ [name]: 1 }, { [name]: 2 }] })).toBe('12')
    expect(checkData(nodesOf(`{${name}}`), { [name]: 1 }, request).unused).toEqual([])
  })

  it.each(names.filter((name) => !/ - |\/| and |^not |\. ?\w+$|[[*]/.test(name)))(
    '%s has a schema and sample data',
    (name) => {
      const sample = sampleData(inferSchema(nodesOf(`{${name}}`)))
      expect(Object.keys(sample)).toEqual([name])
      expect(fill(`{${name}}`, sample)).not.toBe('')
    },
  )

  it.each([
    ['{a/b}', { a: 6, b: 2 }, '3'],
    ['{a - b}', { a: 6, b: 2 }, '4'],
    ['{Tel.Nr}', { Tel: { Nr: 1 } }, '1'],
    ['{a and b}', { a: 1, b: 'x' }, 'x'],
    ['{a - b}', { a: 6, b: 2, 'a - b': 'name' }, 'name'],
    ['{#l}{a - b}{/l}', { 'a - b': 'o', l: [{ a: 3, b: 1 }] }, 'o'],
  ])('%s is an expression unless the data has the name', (tag, data, text) => {
    expect(fill(tag, data)).toBe(text)
  })

  it('may have commas between words that begin large, beside the arguments of formatters', () => {
    const data = { 'City, State': 'Ely, UK', 'Last Name, First Name': 'King, Ada', 'Ort, Datum': [1, 2] }
    expect(fill('{City, State} {Last Name, First Name | upper}', data)).toBe('Ely, UK KING, ADA')
    expect(fill('{City, State | replace:", ":"/"}{#Ort, Datum}{.}{/Ort, Datum}', data)).toBe('Ely/UK12')
    expect(sampleData(inferSchema(nodesOf('{City, State}')))).toHaveProperty(['City, State'])
  })

  it('have either apostrophe', () => {
    expect(fill("{Client’s name}{Client's name}{a.b’s}", { "Client's name": 1, a: { 'b’s': 2 } })).toBe('112')
    expect(fill("{Client's name}", { 'Client’s name': 1 })).toBe('1')
  })

  it.each([
    '{a +}',
    '{client.}',
    '{client.name.}',
    '{a and}',
    '{upper(name)}',
    '{name.trim()}',
    '{(a or b}',
    '{a) b}',
    '{a..b}',
    '{name?}',
    '{items[]}',
    '{a + + b}',
    '{x | default:"a}',
    '{a = b}',
    '{#total > }x{/}',
    '{a, b}',
    '{City, state}',
    '{Foo,Bar}',
    '{X, Y}',
    '{City, }',
    '{Name, Town | upper, lower}',
  ])('%s is none', (tag) => {
    expect(codesOf(tag).length).toBeGreaterThan(0)
  })

  it('are told how to be written where they cannot be', () => {
    const hints = (text: string) => parseTemplate(text, singleBraces).faults.map(({ hint }) => hint)
    expect(hints('{City; State}')[0]).toContain('{this["City; State"]}')
    expect(hints('{unknown(name)}')[0]).toContain('{value | formatter:argument}')
  })

  it('that a schema has are names, and not expressions', () => {
    const nodes = nodesOf('{Net - Gross} {Tel. Nr} {a - b}')
    const given = {
      properties: { 'Net - Gross': {}, 'Tel. Nr': {}, a: { type: 'number' }, b: { type: 'number' } },
      required: ['Net - Gross', 'Tel. Nr', 'a', 'b'],
    }
    expect(checkSchema(inferSchema(settleNames(nodes, namesIn(given))), given)).toEqual([])
  })

  it('are suggested for those that are misspelt', () => {
    const [fault] = checkData(nodesOf('{Adress 1}'), { 'Address 1': 'x', other: 1 }, request).faults
    expect(fault).toMatchObject({ code: 'missing_value', suggestion: 'Address 1', pointer: ['Adress 1'] })
  })
})

describe('keys with dots', () => {
  it.each([
    ['{client.name}', { 'client.name': 'x' }],
    ['{client.address.city}', { client: { 'address.city': 'x' } }],
    ['{client.address.city}', { 'client.address': { city: 'x' } }],
    ['{#l}{client.name}{/l}', { 'client.name': 'x', l: [{}] }],
    ['{#l}{client.name}{/l}', { l: [{ 'client.name': 'x' }] }],
    ['{client.name}', { client: 'no object', 'client.name': 'x' }],
  ])('%s reads %j', (tag, data) => {
    expect(fill(tag, data)).toBe('x')
    expect(checkData(nodesOf('{client.name}'), { 'client.name': 'x' }, request)).toMatchObject({
      unused: [],
      faults: [],
    })
  })

  it('come after the path', () => {
    expect(fill('{client.name}', { client: { name: 'path' }, 'client.name': 'key' })).toBe('path')
  })

  it('are what a schema may have', () => {
    const given = { properties: { 'client.name': { type: 'string' } }, required: ['client.name'] }
    expect(checkSchema(inferSchema(nodesOf('{client.name}')), given)).toEqual([])
  })

  it('let a text have fields, and sample data fill both', () => {
    const nodes = nodesOf('{x} and {x.y} and {x.z.w}')
    const sample = sampleData(inferSchema(nodes))
    expect(Object.keys(sample)).toEqual(['x', 'x.y', 'x.z'])
    expect(checkData(nodes, sample, request)).toMatchObject({ faults: [], unused: [] })
  })

  it('are looked for no longer than a path is', () => {
    const data: Record<string, unknown> = {}
    let at = data
    for (let depth = 0; depth < 20; depth++) {
      const next = {}
      Object.assign(at, { a: next, 'a.a': next, 'a.a.a': next })
      at = next
    }
    const begin = process.threadCpuUsage()
    expect(fill(`{${'a.'.repeat(30)}b | default:1}`, data as JsonObject)).toBe('1')
    expect(process.threadCpuUsage(begin).user).toBeLessThan(1_000_000)
  })
})

describe('sections over what is no list', () => {
  it.each([
    [{ paid: 'yes', ref: 7 }, 'Ref 7'],
    [{ paid: 12, ref: 7 }, 'Ref 7'],
    [{ paid: true, ref: 7 }, 'Ref 7'],
    [{ paid: { ref: 8 }, ref: 7 }, 'Ref 8'],
    [{ paid: '', ref: 7 }, ''],
    [{ paid: 0, ref: 7 }, ''],
  ])('%j shows it as it stands', (data, text) => {
    expect(fill('{#paid}Ref {ref}{/paid}', data)).toBe(text)
  })

  it('read names from what is around, and miss them there', () => {
    expect(fill('{#paid}Ref {ref}{/paid}', { paid: 'yes' }, { missing: 'blank' })).toBe('Ref ')
    const report = checkData(nodesOf('{#paid}Ref {ref}{/paid}'), { paid: 'yes' }, request)
    expect(report.missing).toEqual(['ref'])
    expect(report.faults.map(({ code, path, isHarmless }) => [code, path, isHarmless])).toEqual([
      ['wrong_kind', 'paid', true],
      ['missing_value', 'ref', undefined],
    ])
    expect(fill('{#name}<{.}>{/name}', { name: 'x' })).toBe('<x>')
  })
})

describe('keys that the data decides', () => {
  it.each([
    ['{#a}{b[$index]}{/a}', { a: [1, 2], b: ['x', 'y'] }, 'xy'],
    ['{prices[code]}', { prices: { EUR: 5 }, code: 'EUR' }, '5'],
    ['{prices[item.code].net | currency:"EUR"}', { prices: { A: { net: 5 } }, item: { code: 'A' } }, '€5.00'],
    ['{#rows}{labels[kind]}{/rows}', { labels: { a: 'x' }, rows: [{ kind: 'a' }, { kind: 'a' }] }, 'xx'],
    ['{#a}{#$first}{else}{a[$index - 1]}{/}{.} {/a}', { a: [1, 2, 3] }, '1 12 23 '],
    ['{a[-1]}{a[0]}{m[i][j]}', { a: [1, 2], m: [[3, 4]], i: 0, j: 1 }, '214'],
    ['{#lists[name]}{.}{/lists[name]}', { lists: { x: [1, 2] }, name: 'x' }, '12'],
    ['{#if flags[name]}y{/if}', { flags: { x: true }, name: 'x' }, 'y'],
  ])('%s', (tag, data, text) => {
    expect(fill(tag, data)).toBe(text)
  })

  it('are missed by their path, and make nothing of the dictionary unused', () => {
    const report = checkData(nodesOf('{prices[code]}'), { prices: { USD: 1 }, code: 'EUR' }, request)
    expect(report).toMatchObject({ missing: ['prices.EUR'], unused: [] })
    expect(checkData(nodesOf('{a[b]}'), { a: { x: 1 }, b: { c: 1 } }, request).faults).toMatchObject([
      { code: 'wrong_kind', path: 'b' },
    ])
    expect(() => fill('{a[b]}', { a: {}, b: '__proto__' })).toThrow()
  })

  it('have sample data', () => {
    for (const text of ['{prices[code]}', '{#rows}{prices[code].net | currency}{/rows}', '{#a}{b[$index].c}{/a}']) {
      const nodes = nodesOf(text)
      expect(checkData(nodes, sampleData(inferSchema(nodes)), request).faults).toEqual([])
    }
  })
})

describe('variables', () => {
  it.each([
    ['{= total: net + tax}{total} {total * 2}', { net: 1, tax: 2 }, '3 6'],
    ['{= c: client.address}{c.city}', { client: { address: { city: 'x' } } }, 'x'],
    ['{= ok: items | filter:"ok"}{#ok}{name}{/ok}', { items: [{ ok: 1, name: 'a' }, { name: 'b' }] }, 'a'],
    [
      '{#items}{= sum: qty * price}{sum};{/items}',
      {
        items: [
          { qty: 2, price: 3 },
          { qty: 1, price: 1 },
        ],
      },
      '6;1;',
    ],
    ['{= rate: 2}{#items}{price * rate} {/items}', { items: [{ price: 3 }, { price: 1 }] }, '6 2 '],
    ['{= a: 1}{= a: a + 1}{a}', {}, '2'],
    ['{= name: first + " " + last | upper}{name}', { first: 'a', last: 'b', name: 'data' }, 'A B'],
  ])('%s', (tag, data, text) => {
    expect(fill(tag, data)).toBe(text)
  })

  it('are no data: not in the schema, not missing, and nothing that they read is unused', () => {
    const text = '{= total: items | sum:"price"}{= c: client}{#c}{name}{/c}{total | currency}{= x: gone}{x}'
    const nodes = nodesOf(text)
    const schema = inferSchema(nodes)
    expect(Object.keys(schema['properties'] as object)).toEqual(['items', 'client', 'gone'])
    expect(checkData(nodes, sampleData(schema), request)).toMatchObject({ faults: [], unused: [] })
    const data = { items: [{ price: 1 }], client: { name: 'x' } }
    expect(checkData(nodes, data, request)).toMatchObject({ missing: ['gone'], unused: [] })
    expect(fill(text, data, { missing: 'blank' })).toContain('x')
  })

  it.each(['{= a}', '{=}', '{= a.b: 1}', '{= $index: 1}', '{= a: }', '{=[[ ]]=}', '{= a: b | uper}'])(
    '%s is a fault',
    (tag) => {
      expect(codesOf(tag).length).toBeGreaterThan(0)
    },
  )

  it('may name themselves or each other', () => {
    const nodes = nodesOf('{= a: a}{= a: a ?? 1}{= b: a}{= a: b}{#a}{x}{/a}')
    expect(inferSchema(nodes)).toMatchObject({ type: 'object' })
  })
})

describe('translations', () => {
  const translations = {
    de: { 'Due date': 'Fällig am', open: 'offen' },
    'de-CH': { open: 'ausstehend' },
    fr: { open: 'ouvert' },
  }
  it.each([
    ['{t "Due date"}: {status | t}', 'de-DE', 'Fällig am: offen'],
    ['{t(Due date)}: {t("Due date")} {"Due date" | t | upper}', 'de-CH', 'Fällig am: Fällig am FÄLLIG AM'],
    ['{status | t}', 'de-CH', 'ausstehend'],
    ['{status | t} {t "Other"}', 'fr-CA', 'ouvert Other'],
    ['{status | t}', 'es', 'open'],
  ])('%s in %s', (tag, locale, text) => {
    expect(fill(tag, { status: 'open' }, { locale, translations })).toBe(text)
  })

  const lacking = (text: string, given: Translations, locale: string): readonly string[] =>
    translationFindings(nodesOf(text), given, locale, (_, tag) => ({ tag: tag ?? '' })).map(
      ({ message }) => /for (.*);/.exec(message)?.[1] ?? '',
    )

  it('that are lacking are told: of the call’s locale all, of others what one of them has', () => {
    const given = { ...translations, de_AT: {}, 'fr-CA': { Other: 'Autre' } }
    const text = '{t "Due date"} {#if x}{t "open"}{else}{t "Other"}{/if} {t "None"} {"open" | t}'
    expect(lacking(text, given, 'de-DE')).toEqual([
      '"Other" in de-DE',
      '"None" in de-DE',
      '"Other" in de',
      '"Other" in de-CH',
      '"Due date" in fr',
      '"Other" in de_AT',
      '"Due date" in fr-CA',
    ])
    expect(lacking(text, given, 'FR_ca')).toEqual([
      '"Due date" in FR_ca',
      '"None" in FR_ca',
      '"Other" in de',
      '"Other" in de-CH',
      '"Due date" in fr',
      '"Other" in de_AT',
    ])
    expect(lacking(text, {}, 'de')).toHaveLength(4)
  })

  /** How often all dictionaries are gone through. */
  function counted(size: number): { readonly dictionaries: Translations; passes(): number } {
    let passes = 0
    const dictionaries = new Proxy(
      Object.fromEntries(Array.from({ length: size }, (_, at) => [`l${at}`, { [`k${at}`]: 'x' }])),
      {
        ownKeys(target) {
          passes++
          return Reflect.ownKeys(target)
        },
      },
    )
    return { dictionaries, passes: () => passes }
  }
  const manyTags = Array.from({ length: 50 }, (_, at) => `{t "k${at}"}`).join(' ')

  it('are gone through as often for many tags and locales as for few', () => {
    const few = counted(2)
    lacking('{t "k0"}', few.dictionaries, 'en')
    const many = counted(20)
    expect(lacking(manyTags, many.dictionaries, 'en')).toHaveLength(50 + 20 * 19)
    expect(many.passes()).toBe(few.passes())
    const filled = counted(20)
    expect(fill(manyTags, {}, { locale: 'l3', translations: filled.dictionaries })).toContain('k2 x k4')
    expect(filled.passes()).toBe(1)
  })

  it('that three thousand dictionaries lack are told up to a bound', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `{t "k${at}"}`).join('')
    expect(lacking(text, counted(3000).dictionaries, 'en')).toHaveLength(500)
  })

  it('read a field of the name t as ever', () => {
    expect(fill('{t} {t.x} {t | upper}', { t: 'y' }, { missing: 'blank' })).toBe('y  Y')
  })
})
