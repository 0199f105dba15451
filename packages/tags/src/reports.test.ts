import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkData } from './fill/check-data.ts'
import { checkSchema } from './check/check-schema.ts'
import { formatters } from './formatters/registry.ts'
import { inferSchema } from './schema/infer-schema.ts'
import { itemsByPath } from './check/items-by-path.ts'
import { nearNames } from './check/near-names.ts'
import { parseTemplate } from './template/parse-template.ts'
import { sampleData } from './schema/sample-data.ts'
import { singleBraces } from './template/scan-text.ts'
import { type JsonObject, suggest } from '@chancery/core'

const context = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }
const nodesOf = (text: string) => parseTemplate(text, singleBraces).nodes

describe('inferSchema', () => {
  it('is no deeper than people’s data', () => {
    const path = (names: number): string => Array.from({ length: names }, (_, index) => `n${index}`).join('.')
    expect(parseTemplate(`{${path(32)}}`, singleBraces).faults).toEqual([])
    for (const tag of [`{${path(33)}}`, `{#${path(500)}}{/}`, `{a[b].${path(40)}}`, `{x | default:${path(40)}}`])
      expect(parseTemplate(tag, singleBraces).faults[0]).toMatchObject({ code: 'path_too_deep' })
  })

  it('requires nothing that its tag says may be missing', () => {
    const schema = inferSchema(nodesOf('{a | missing:"blank"}{b | missing:"keep" | upper}{c | missing:"error"}'))
    expect(schema).toMatchObject({ required: ['c'] })
  })

  it('tells lists, formats and what is required from use', () => {
    const schema = inferSchema(
      nodesOf(
        '{client.name} {on | date} {#items}{price | currency}{/items}{#tags}{.}{/tags}{#isVip}{level | default:"x"}{/isVip}{note | default:"-"}',
      ),
    )
    expect(schema).toMatchObject({
      required: ['client', 'on', 'items', 'tags'],
      properties: {
        client: { type: 'object', required: ['name'] },
        on: { type: 'string', format: 'date' },
        items: { type: 'array', items: { type: 'object', required: ['price'] } },
        tags: { type: 'array', items: { type: ['string', 'number'] } },
      },
    })
  })

  it.each(formatters.map(({ name, example }) => ({ name, example })))('has sample data for $name', ({ example }) => {
    const nodes = nodesOf(example.replace('…', '{name}'))
    expect(nodes.length).toBeGreaterThan(0)
    expect(checkData(nodes, sampleData(inferSchema(nodes)), context, { rich: true }).faults).toEqual([])
  })

  it('reads names beside the text of an item from what is around the loop', () => {
    const schema = inferSchema(nodesOf('{#names}{ages[$index]}: {.} {unit}{/names}'))
    expect(Object.keys(schema['properties'] as object).toSorted()).toEqual(['ages', 'names', 'unit'])
    expect(schema).toMatchObject({ properties: { names: { items: { type: ['string', 'number'] } } } })
    const twice = inferSchema(nodesOf('{#each names}{.}{/each} {#each names}{unit}{/each}'))
    expect(Object.keys(twice['properties'] as object).toSorted()).toEqual(['names', 'unit'])
  })

  it('tells from a formatter that takes a list that a section turns over it', () => {
    const schema = inferSchema(nodesOf('{#items}{price}{/items} {items | sum:"price" | currency}'))
    expect(Object.keys(schema['properties'] as object)).toEqual(['items'])
    expect(schema).toMatchObject({ properties: { items: { items: { required: ['price'] } } } })
  })

  it('has sample data that satisfies every tag', () => {
    const tag = fc.constantFrom(
      '{a}',
      '{b.c | upper}',
      '{d | date}',
      '{n | number}',
      '{#l}{x} {y | currency}{/l}',
      '{#t}{.}{/t}',
      '{#if ok}{z}{/if}',
      '{l2 | sum:"v"}',
      '{l3 | join}',
      '{k | plural:"a":"b"}',
      '{q == "v" ? a : z}',
      '{#orders | sort:"no":"desc" | limit:3}{no} {../buyer} {#$odd}{total | words:"EUR"}{/}{/orders}',
      '{#lines | groupBy:"kind"}{key} {count} {#items}{what}{/items}{/lines}',
      '{stock | filter:"left":">":10 | map:"left" | first}',
      '{people | map:"address" | map:"city" | unique | join}',
      '{net * rate + fee | currency}{first + " " + last}',
      '{#if level == 1}{one}{else if level == 2}{two}{else}{three}{/if}',
      '{$root.firm.name}{#staff}{$parent.firm.name}{post}{/staff}',
      '{%logo}{%%seal}{~terms}{@xml}',
      '{born | date:"long"} {born | age}',
      '{gross - net - 1}',
      '{offers | min:"price"}{offers | max:"price" | currency}',
      '{pageBreak}',
    )
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 8 }), (tags) => {
        const nodes = nodesOf(tags.join(' '))
        const data = sampleData(inferSchema(nodes))
        expect(checkData(nodes, data, { ...context, rawXml: true }, { rich: true }).faults).toEqual([])
      }),
    )
  })
})

describe('checkData', () => {
  it('tells what is missing with the name that was meant, and what nothing reads', () => {
    const report = checkData(
      nodesOf('{customer.name} {#items}{total}{/items}'),
      { customer: { nmae: 'x', age: 1 }, items: [{ Total: 1 }] },
      context,
    )
    expect(report.faults.map(({ path, suggestion }) => [path, suggestion])).toEqual([
      ['customer.name', 'customer.nmae'],
      ['items.total', 'Total'],
    ])
    expect(report.unused).toEqual(['customer.nmae', 'customer.age', 'items.Total'])
  })

  it('takes for read what a condition did not need to look at', () => {
    const nodes = nodesOf('{a ?? b}{c ? d : e}{#if f > 9 and g}{h}{/if}{#l}{not (i or j)}{/l}')
    const data = { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, l: [{ i: 1, j: 1 }], k: 1 }
    expect(checkData(nodes, data, context).unused).toEqual(['k'])
  })

  it('doubts names that tags do without, where the data has one like them that no tag reads', () => {
    const nodes = nodesOf(
      '{#if stauts == "paid"}x{/if}{nmae | default:"D"}{#if clinet.vip}y{/if}{#items}{#if amuont}{amount}{/if}{qti ?? 1}{/items}{flag ? 1 : 2}',
    )
    const data = { status: 'paid', name: 'N', client: { vip: true }, items: [{ amount: 1, qty: 2 }, { qti: 3 }] }
    const { doubts } = checkData(nodes, data, context, { doubts: true })
    expect(doubts.map(({ path, suggestion, node }) => [path, suggestion, node.tag])).toEqual([
      ['stauts', 'status', '{#if stauts == "paid"}'],
      ['nmae', 'name', '{nmae | default:"D"}'],
      ['clinet.vip', 'client.vip', '{#if clinet.vip}'],
    ])
    expect(checkData(nodes, data, context).doubts).toEqual([])
  })

  it('looks in the data for what was meant by a hundred names, not by all', () => {
    const numbers = Array.from({ length: 500 }, (_, index) => 1000 + index)
    const data = Object.fromEntries(numbers.map((number) => [`name${number}x`, 1]))
    const { faults } = checkData(nodesOf(numbers.map((number) => `{nmae${number}x}`).join('')), data, context)
    expect(faults).toHaveLength(500)
    expect(faults.filter(({ suggestion }) => suggestion !== undefined)).toHaveLength(100)
    const nodes = nodesOf(numbers.map((number) => `{#if nmae${number}x}y{/if}`).join(''))
    expect(checkData(nodes, data, context, { doubts: true }).doubts).toHaveLength(100)
    const properties = Object.fromEntries(Object.keys(data).map((name) => [name, { type: 'number' }]))
    const wanted = inferSchema(nodesOf(numbers.map((number) => `{nmae${number}x}`).join('')))
    const found = checkSchema(wanted, { type: 'object', properties }).filter(({ code }) => code === 'missing_value')
    expect(found).toHaveLength(500)
    expect(found.filter(({ hint }) => hint?.startsWith('Did you mean'))).toHaveLength(100)
  })

  it.each(['{a | replace:EUR}', '{a | number:2 | wrap:EUR}'])(
    'tells in %s that a text has no quotation marks',
    (tag) => {
      const [fault] = checkData(nodesOf(tag), { a: 1 }, context).faults
      expect(fault?.hint).toBe('Write "EUR" in quotation marks, unless the data is to have it.')
    },
  )

  it('has a hint for every fault of a formatter', () => {
    const nodes = nodesOf('{a | roman}{b | letters}{c | date}{d | cellColor:e}{~f}{g | ordinal}{h | currency}')
    const data = { a: 5000, b: 0, c: true, d: 1, e: 'reddish', f: ['x'], g: -1, h: { amount: 1, currency: 'Euro' } }
    const { faults } = checkData(nodes, data, context, { rich: true })
    expect(faults.map(({ path, hint }) => [path, typeof hint])).toEqual(
      ['a', 'b', 'c', 'e', 'f', 'g', 'h'].map((path) => [path, 'string']),
    )
  })

  it.each(['sort:"amuont"', 'groupBy:"amuont"', 'filter:"amuont":">":1', 'unique:"amuont"'])(
    'tells that no item has the field of %s',
    (formatter) => {
      const nodes = nodesOf(`{#lines | ${formatter}}{$number}{/lines}`)
      const { faults } = checkData(nodes, { lines: [{ amount: 1 }, { amount: 2 }] }, context)
      expect(faults.map(({ code, hint }) => [code, hint])).toEqual([['wrong_argument', 'Did you mean "amount"?']])
      expect(checkData(nodes, { lines: [{ note: 1 }] }, context).faults).toEqual([])
    },
  )

  it('compares the names of all sections over one list', () => {
    const nodes = nodesOf('{#rows}{what}{/rows}{#rows}{What}{/rows}{#others}{WHAT}{/others}')
    expect(nearNames(nodes).map(({ path, meant }) => [path, meant])).toEqual([['What', 'what']])
  })

  it('tells of items that are read by the path of their list, unless the data has it', () => {
    const told = (text: string, data?: JsonObject) =>
      itemsByPath(nodesOf(text), data, (_, tag) => ({ tag: tag ?? '' })).map(({ location }) => location?.tag)
    expect(told('{#partners}{partners.name}{/partners}')).toEqual(['{#partners}'])
    expect(told('{#a.partners}{name}{a.partners.name}{/}', { b: 1 })).toEqual(['{#a.partners}'])
    expect(told('{#partners}{partners.name}{/partners}', { partners: { name: 'A' } })).toEqual([])
    for (const text of [
      '{#partners}{name}{/partners}',
      '{#if partner}{partner.name}{/if}',
      '{#partner}{partner.name}{/partner} {partner.city}',
      '{#hasPartner}{hasPartner.name}{/hasPartner}',
      '{#client}{client.name}{/client}',
      '{#address}{address.street}{/address}',
    ])
      expect(told(text)).toEqual([])
  })

  it('reads keys that have dots of their own', () => {
    const data = { a: { 'x.y': 1, 'x.z': 2 }, 'b.c': 3 }
    expect(checkData(nodesOf('{a["x.y"]}{$root["b.c"]}'), data, context).unused).toEqual(['a.x.z'])
  })

  it.each([
    '{a | date}',
    '{a | currency}',
    '{a | iban}',
    '{a | phone}',
    '{%a}',
    '{a | image}',
    '{a | qr}',
    '{a | link}',
  ])('takes an empty text in %s for missing', (tag) => {
    const report = checkData(nodesOf(tag), { a: ' ' }, context, { rich: true })
    expect([report.missing, report.faults.map(({ code }) => code)]).toEqual([['a'], ['missing_value']])
    expect(checkData(nodesOf('{a}{a | upper}{a | html}'), { a: '' }, context, { rich: true }).faults).toEqual([])
  })

  it.each([
    ['{a}', 'write {a | default:""} where'],
    ['{ a }', 'write { a | default:""} where'],
    ['{%a}', 'write {%a | missing:"blank"} where'],
    ['{a | missing:"blank"}', 'Give "a" in the data where it is to stand.'],
  ])('says what may be done where %s has no value', (tag, hint) => {
    const { faults } = checkData(nodesOf(tag), { b: 1 }, context, { rich: true, doubts: true })
    expect(faults.map((each) => each.hint)).toEqual([expect.stringContaining(hint)])
  })

  it('has a sample of a time that the format date-time takes', () => {
    const sample = sampleData(inferSchema(nodesOf('{a | time}')))
    expect(sample['a']).toMatch(/T\d\d:\d\d:\d\dZ$/)
  })

  it('lets conditions be missing, and loops not', () => {
    expect(checkData(nodesOf('{#vip}Thank you{/vip}{#spouse}and {spouse.name}{/spouse}'), {}, context).missing).toEqual(
      [],
    )
    expect(checkData(nodesOf('{#items}{name}{/items}'), {}, context).missing).toEqual(['items'])
    expect(checkData(nodesOf('{#vip}Dear {title}{/vip}'), { title: 'Dr' }, context).missing).toEqual([])
  })
})

describe('checkSchema', () => {
  it('compares with a schema of the data, through references', () => {
    const given = {
      properties: { nmae: { type: 'string' }, items: { $ref: '#/$defs/list' } },
      $defs: { list: { type: 'string' } },
    }
    expect(
      checkSchema(inferSchema(nodesOf('{name}{#items}{x}{/items}')), given).map(({ code, path }) => [code, path]),
    ).toEqual([
      ['missing_value', 'name'],
      ['optional_value', 'items'],
      ['wrong_kind', 'items'],
      ['unused_data', 'nmae'],
    ])
  })

  it('finds numbers wanted of a list of texts that are none', () => {
    const given = { properties: { a: { enum: ['x', 'y'] }, b: { enum: ['1', '2.5'] } }, required: ['a', 'b'] }
    const found = checkSchema(inferSchema(nodesOf('{a | number}{b | number}')), given)
    expect(found.map(({ code, path }) => [code, path])).toEqual([['wrong_kind', 'a']])
  })
})

describe('near names', () => {
  it.each([
    ['nmae', 'name'],
    ['Customer_Name', 'customerName'],
    ['adress', 'address'],
    ['curency', 'currency'],
  ])('%s is %s', (name, meant) => {
    expect(suggest(name, ['other', meant, 'items'])).toBe(meant)
  })

  it('takes plurals, numbers and letters of their own as other names', () => {
    expect(nearNames(nodesOf('{items}{item}{line1}{line2}{partyA}{partyB}')).map(({ path }) => path)).toEqual([])
    expect(nearNames(nodesOf('{own.car.0.owner}{own.car.1.owner}')).map(({ path }) => path)).toEqual([])
    expect(nearNames(nodesOf('{a1.b2.c}{a2.b1.c}{a.1.b.0}{a.0.b.1}')).map(({ path }) => path)).toEqual([])
    expect(nearNames(nodesOf('{customer.name}{customer.nmae}')).map(({ path, meant }) => [path, meant])).toEqual([
      ['customer.nmae', 'customer.name'],
    ])
  })

  it('takes fields that formatters name for names of the items', () => {
    const slips = (text: string) => nearNames(nodesOf(text)).map(({ path, meant }) => [path, meant])
    expect(slips('{items | sum:"weigth"} {#items}{weight}{/items}')).toEqual([['weigth', 'weight']])
    expect(slips('{#items | sort:"weight"}{weight}{/} {items | map:"weight" | join}')).toEqual([])
    expect(slips('{#a}{weight}{/a} {b | sum:"weigth"} {c | sort:"desc"}')).toEqual([])
  })

  it('knows a usual word whose end is misspelt, wherever it stands first', () => {
    const slips = (text: string) => nearNames(nodesOf(text)).map(({ path, meant }) => [path, meant])
    expect(slips('{client.firstNam}{client.firstName}')).toEqual([['client.firstNam', 'client.firstName']])
    expect(slips('{client.namw}{client.name}')).toEqual([['client.namw', 'client.name']])
    expect(slips('{client.firstName}{client.firstNames}{invoice.date}{invoice.data}{case.code}{case.codes}')).toEqual(
      [],
    )
  })
})

describe('parseTemplate', () => {
  it('answers any text in bounded time, with faults inside the text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '#',
      '/',
      '^',
      'a',
      '.',
      '|',
      '"',
      '(',
      ')',
      '?',
      ':',
      ' ',
      '“',
      '1',
      '[',
      ']',
      'else',
      '==',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        for (const { start, end } of parseTemplate(text, singleBraces).faults) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 500 },
    )
  })
})
