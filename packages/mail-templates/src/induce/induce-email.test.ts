import { ChanceryError, type EmailContent, type InduceRequest } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillEmail } from '../fill/fill-email.ts'
import { htmlPieces } from './html-pieces.ts'
import { induceEmail } from './induce-email.ts'
import { readEmailSample } from './read-email-sample.ts'

const signal = new AbortController().signal
const request: InduceRequest = { fields: [], locale: 'en', pages: 500, identify: async () => [] }
const filling = { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const induce = async (samples: readonly EmailContent[], more: Partial<InduceRequest> = {}) =>
  await induceEmail(samples, { ...request, ...more }, { signal })

/** Induces, and fills again by itself: the bytes must be those of the samples. */
const roundTrip = async (samples: readonly EmailContent[]) => {
  const induced = await induce(samples)
  expect(induced.samples.map(({ exact }) => exact)).toEqual(samples.map(() => true))
  for (const [number, { data }] of induced.samples.entries())
    expect(fillEmail(induced.template, { ...filling, data }).email).toEqual(samples[number])
  return induced
}

const order = (
  name: string,
  no: string,
  total: string,
  items: readonly (readonly [string, string])[],
  gift: boolean,
  [hello, thanks, note, bye]: readonly string[],
): EmailContent => ({
  subject: `${thanks} ${no}`,
  html: `<!doctype html>\n<html><body style="margin:0">\n  <h1>${hello} ${name}!</h1>\n  <p>${thanks} <b>${no}</b> (<i>${total}</i>). <a href="https://shop.example/orders/${no}">${no}</a></p>\n  <table>\n    <tr><th>Item</th><th>Price</th></tr>\n${items.map(([item, price]) => `    <tr><td>${item}</td><td>${price}</td></tr>\n`).join('')}  </table>\n${gift ? `  <p>${note}</p>\n` : ''}  <p>${bye}</p>\n</body></html>\n`,
  text: `${hello} ${name}!\r\n\r\n${thanks} ${no} (${total}).\r\n\r\n${items.map(([item, price]) => `- ${item}: ${price}\r\n`).join('')}\r\n${gift ? `${note}\r\n\r\n` : ''}${bye}\r\n`,
})
const languages = [
  ['Hello', 'Thank you for your order', 'As a gift we added a mug to your parcel.', 'Kind regards'],
  ['Guten Tag', 'Vielen Dank für Ihre Bestellung', 'Als Geschenk liegt eine Tasse bei.', 'Viele Grüße'],
  ['Bonjour', 'Merci pour votre commande', 'Une tasse est jointe en cadeau à votre colis.', 'Cordialement'],
] as const
const people = [
  'Anna Meyer',
  'Bob Stone',
  'Zoë Kühn',
  'Carla de Luca',
  'Dan Wood',
  'Eva Król',
  'Finn Ek',
  'Gül Ak',
  'Hana Ito',
  'Ivo Pek',
]
const things = ['Mug', 'Tea pot', 'Jar', 'Cup', 'Lid', 'Box', 'Pan', 'Desk lamp', 'Fork', 'Knife']
const orders = (language: readonly string[], count: number): EmailContent[] =>
  Array.from({ length: count }, (_, index) =>
    order(
      people[index]!,
      `AB-${1000 + index * 37}`,
      `$${(index * 13.7 + 10).toFixed(2)}`,
      Array.from(
        { length: 1 + ((index * 2) % 3) },
        (__, row) => [things[(index * 3 + row) % 10]!, `$${index + row + 2}.${index}0`] as const,
      ),
      index % 3 !== 1,
      language,
    ),
  )

describe('a template from sent e-mails', () => {
  it('has lines of a form, and the parts of addresses, as fields of their own', async () => {
    const mail = (code: string, no: string, total: string, gift: string): EmailContent => ({
      subject: 'Your parcel is on its way',
      html: `<p>Your parcel is on its way.</p>\n<p>Total: ${total}</p>\n${gift === '' ? '' : `<p>Your gift message: ${gift}</p>\n`}<p>We deliver to <a href="mailto:us@shop.example?subject=Parcel%20${no}">you</a>.</p>\n`,
      text: `Your parcel is on its way: https://track.example/t/${code}?by=mail\n\nWe deliver to you.\n`,
    })
    const { template, fields } = await roundTrip([
      mail('GB77120934X', '2026-0117', '£57.50', ''),
      mail('GB77121055X', '2026-0121', '£16.00', 'Well done!'),
      mail('GB77121398X', '2026-0130', '£60.00', ''),
    ])
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['total', 'yourGiftMessage']))
    expect(template.text).toMatch(/https:\/\/track\.example\/t\/\{\{\w+\}\}\?by=mail/)
    expect(template.html).toMatch(/mailto:us@shop\.example\?subject=Parcel%20\{\{\w+\}\}/)
  })

  for (const count of [2, 3, 5, 10]) {
    it(`fills again to each of ${count} samples, byte for byte, in three languages`, async () => {
      for (const language of languages) {
        const { template, fields, schema } = await roundTrip(orders(language, count))
        expect(template.html).toMatch(
          /<tr><th>Item<\/th><th>Price<\/th><\/tr>\{\{#items\}\}\n {4}<tr><td>\{\{item\}\}<\/td><td>\{\{price\}\}<\/td><\/tr>\{\{\/items\}\}/,
        )
        expect(template.text).toContain('\r\n{{#items}}\r\n- {{item}}: {{price}}\r\n{{/items}}\r\n')
        const name = fields.find(({ values }) => values.includes('Anna Meyer'))
        expect(name).toMatchObject({ occurrences: 2, values: people.slice(0, count) })
        expect(fields.find(({ type }) => type === 'identifier')?.occurrences).toBeGreaterThanOrEqual(3)
        expect(schema).toMatchObject({
          properties: { items: { type: 'array', items: { required: ['item', 'price'] } } },
        })
      }
    })
  }

  const pair = (
    make: (value: string, other: boolean) => EmailContent,
    values: readonly string[] = ['Anna', 'Bob'],
  ): EmailContent[] => values.map((value, index) => make(value, index > 0))
  const cases: readonly (readonly [string, readonly EmailContent[]])[] = [
    ['text alone', pair((name) => ({ subject: 'Hello to you', text: `Dear ${name},\n\nwelcome here` }))],
    ['a subject alone', pair((name) => ({ subject: `Hello to you, ${name}` }))],
    [
      'addresses of links',
      pair((name) => ({
        subject: 'Your link',
        html: `<p>Please <a href="https://a.example/?u=${name}%20x&amp;v=1" title="For ${name}">click on this</a></p>`,
      })),
    ],
    [
      'addresses of mail',
      pair((name) => ({
        subject: 'Your contact',
        html: `<p>Write to <a href="mailto:${name}@a.example">${name}@a.example</a> now</p>`,
      })),
    ],
    [
      'entities in constants',
      pair((name) => ({
        subject: 'Hello again',
        html: `<p>Caf&eacute;&nbsp;&copy; it&#39;s for ${name} &amp; you</p>`,
      })),
    ],
    [
      'values with entities',
      pair((name) => ({ subject: 'Hello again', html: `<p>The firm ${name} of ours</p>` }), ['A &amp; B', '&lt;C&gt;']),
    ],
    [
      'braces',
      pair((name) => ({
        subject: 'Set {{x}} here',
        text: `Set { a {{b}} ${name} {`,
        html: `<p>{{{ x }}} for ${name}</p>`,
      })),
    ],
    [
      'styles and comments',
      pair((name) => ({
        subject: 'Hello again',
        html: `<style>p { color: red }</style><!-- note --><p class="x">Dear ${name}</p><script>1 < 2</script>`,
      })),
    ],
    [
      'lines at the end',
      pair((name, other) => ({
        subject: 'Hello again',
        text: `Dear ${name} of us\n${other ? '\nAnother line that only one of them has' : ''}`,
      })),
    ],
    [
      'blank lines',
      pair((name, other) => ({
        subject: 'Hello again',
        text: `Dear ${name} of us\n\n\n${other ? 'A line that only one has\n\n\n' : ''}The end of it\n\n`,
      })),
    ],
    [
      'a first line that some have',
      pair((name, other) => ({
        subject: 'Hello again',
        text: `${other ? 'A notice of the sender first\n' : ''}Dear ${name} of us\nThe end`,
      })),
    ],
    [
      'broken html',
      pair((name) => ({
        subject: 'Hello again',
        html: `<div><p>Dear ${name}<b>bold</p></i> text <td>cell</div> <p unclosed`,
      })),
    ],
    [
      'other markup in one',
      pair((name, other) => ({
        subject: 'Hello again',
        html: `<p>Dear ${name}</p><p>${other ? 'Read <b>this</b> first' : 'Read this first'}</p>`,
      })),
    ],
    [
      'inline options',
      pair((name, other) => ({
        subject: 'Hello again',
        html: `<p>We thank ${name}${other ? ' and all the others who came along' : ''} for it</p>`,
      })),
    ],
  ]
  it.each(cases)('is exact with %s', async (_, samples) => {
    await roundTrip(samples)
  })

  it('takes entries that recur in several samples for entries of one list, not for options', async () => {
    const sent = (name: string, items: readonly string[], total: string, discount: string): EmailContent => ({
      subject: 'Order',
      text: `Hello ${name},\n\nyour order:\n${items.map((item) => `- ${item}\n`).join('')}Total: ${total}\n${discount}\nBye\n`,
    })
    const { template, samples } = await roundTrip([
      sent('Anna', ['Chair: $199.00', 'Table: $850.00'], '$1,049.00', 'Discount 5% applied.\n'),
      sent('Ben', ['Lamp: $99.00'], '$99.00', ''),
      sent('Cleo', ['Rug: $1,200.00', 'Lamp: $99.00', 'Chair: $199.00'], '$1,498.00', 'Discount 10% applied.\n'),
    ])
    expect(template.text?.match(/^- .*$/gm)).toHaveLength(1)
    expect(Object.values(samples[2]?.data ?? {})).toContainEqual([
      expect.objectContaining({ amount: '$1,200.00' }),
      expect.objectContaining({ amount: '$99.00' }),
      expect.objectContaining({ amount: '$199.00' }),
    ])
  })

  it('takes the ends of lines for no difference', async () => {
    const { template, samples, findings } = await induce([
      { subject: 'Hi', text: 'Dear Ada,\r\nyour room is 12.\r\n' },
      { subject: 'Hi', text: 'Dear Bob,\nyour room is 7.\n' },
    ])
    expect(template.text).toMatch(/^Dear \{\{\w+\}\},\nyour room is \{\{\w+\}\}\.\n$/)
    expect(samples.every(({ exact }) => exact)).toBe(true)
    expect(findings.map(({ code }) => code)).toContain('line_ends_evened')
  })

  it('says so when filling writes a character in another way', async () => {
    const induced = await induce(
      ["Finn O'Hara", 'Bob Stone'].map((name) => ({ subject: 'Hello again', html: `<p>Dear ${name}, hello</p>` })),
    )
    expect(induced.template.html).toBe('<p>Dear {{recipientName}}, hello</p>')
    expect(induced.samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(induced.findings.map(({ code }) => code)).toEqual(['characters_respelled'])
  })

  it('from one sample uses examples and what the identifier finds', async () => {
    const induced = await induce([{ subject: 'For Ann Lee', html: '<p>Dear Ann <b>Lee</b>: Ann Lee owes 5 EUR</p>' }], {
      fields: [{ name: 'client', examples: ['Ann Lee'] }],
      identify: async (text) => [
        {
          name: 'amountDue',
          type: 'money',
          raw: '5 EUR',
          value: '5',
          confidence: 0.9,
          method: 'type',
          alternatives: [],
          span: { start: text.indexOf('5 EUR'), end: text.indexOf('5 EUR') + 5 },
        },
      ],
    })
    expect(induced.template).toEqual({
      subject: 'For {{client}}',
      html: '<p>Dear Ann <b>Lee</b>: {{client}} owes {{amountDue}}</p>',
    })
    expect(induced.samples).toEqual([{ data: { client: 'Ann Lee', amountDue: '5 EUR' }, exact: true }])
  })

  it('from one sample leaves nothing of a name, wherever a part of it stands alone', async () => {
    const { template, samples } = await induce(
      [{ subject: 'For John Smith', text: 'Mr John Smith\n\nDear Mr Smith,\nthe smith has come.\n' }],
      {
        identify: async (text) => [
          {
            name: 'recipient',
            type: 'party',
            raw: 'John Smith',
            value: { name: 'John Smith', role: null },
            confidence: 0.6,
            method: 'position',
            alternatives: [],
            span: { start: text.indexOf('John'), end: text.indexOf('John') + 10 },
          },
        ],
      },
    )
    expect(template).toEqual({
      subject: 'For {{recipient}}',
      text: 'Mr {{recipient}}\n\nDear Mr {{recipientFamilyName}},\nthe smith has come.\n',
    })
    expect(samples).toEqual([{ data: { recipient: 'John Smith', recipientFamilyName: 'Smith' }, exact: true }])
  })

  it('refuses unrelated samples, and stops when cancelled', async () => {
    const unrelated = [
      { subject: 'Rotkohl', text: 'mit Apfel gekocht' },
      { subject: 'Quarterly results', text: 'exceeded expectations' },
    ]
    await expect(induce(unrelated)).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/samples', code: 'samples_unrelated' }],
    })
    await expect(induceEmail(unrelated, request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  const lines = fc
    .array(
      fc.constantFrom(
        'the',
        'tenant',
        'Anna',
        '5 EUR',
        '{',
        '{{',
        '}}',
        '&amp;',
        '\n',
        '\n\n',
        '\r\n',
        ' ',
        '- x',
        '<',
      ),
      { maxLength: 10 },
    )
    .map((list) => list.join(' '))

  it('is exact whatever the text and the html', async () => {
    const inline = fc
      .array(
        fc.constantFrom(
          'the',
          'tenant',
          'Anna',
          '5 EUR',
          '{',
          '{{',
          '}}',
          '&amp;',
          '<b>Anna</b>',
          '<br>',
          '<a href="https://x.example/?a=b">link</a>',
          '\n',
          ' ',
          '- x',
          '<!-- c -->',
        ),
        { maxLength: 6 },
      )
      .map((list) => list.join(' '))
    const blocks = fc
      .array(
        fc.oneof(
          inline,
          inline.map((text) => `<p>${text}</p>\n`),
          fc.tuple(inline, inline).map(([a, b]) => `<table><tr><td>${a}</td><td>${b}</td></tr></table>`),
        ),
        { maxLength: 6 },
      )
      .map((list) => list.join(''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ html: blocks, text: lines }), { minLength: 1, maxLength: 4 }),
        async (contents) => {
          await roundTrip(
            contents.map(({ html, text }) => ({
              subject: 'A subject of them all',
              html: `<div>The first line</div>${html}`,
              text: `The first line\n${text}`,
            })),
          )
        },
      ),
      { numRuns: 150, seed: 7 },
    )
  })

  it('tells the truth, and throws nothing of its own, for html in pieces', async () => {
    const words = fc.constantFrom(
      'the',
      'tenant',
      'Anna',
      '5 EUR',
      '{{',
      '}}',
      '&amp;',
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<a href="',
      '</a>',
      '">',
      ' ',
      '<',
      '<!-- c -->',
      '<style>',
      '</style>',
    )
    const content = fc.array(words, { maxLength: 10 }).map((list) => list.join(' '))
    let exact = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ html: content, text: lines }), { minLength: 1, maxLength: 4 }),
        async (contents) => {
          const samples = contents.map(({ html, text }) => ({
            subject: 'A subject of them all',
            html: `<div>The first line</div>${html}`,
            text: `The first line\n${text}`,
          }))
          const induced = await induce(samples)
          for (const [number, { data, exact: told }] of induced.samples.entries()) {
            if (!told) {
              expect(induced.findings.map(({ code }) => code)).toContain('sample_not_exact')
              continue
            }
            exact += 1
            const { email } = fillEmail(induced.template, { ...filling, data })
            expect(email.text).toBe(samples[number]!.text)
            if (!induced.findings.some(({ code }) => code === 'characters_respelled'))
              expect(email.html).toBe(samples[number]!.html)
          }
        },
      ),
      { numRuns: 150, seed: 7 },
    )
    expect(exact).toBeGreaterThan(50)
  })
})

describe('html as a sample', () => {
  const html = fc
    .array(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<td>',
        '</td>',
        '<a href="x">',
        "<i title='y",
        '"',
        "'",
        '>',
        '<',
        '</',
        '&amp;',
        'text',
        ' ',
        '\n',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '<?x',
        '<!doctype html>',
      ),
      { maxLength: 30 },
    )
    .map((list) => list.join(''))

  it('writes very many lines in linear time', async () => {
    await expectLinearTime(
      1000,
      (lines) => [{ subject: 'Invoice', text: `${'x'.repeat(60)}\n`.repeat(lines) }],
      (samples) => induceEmail(samples, request, { signal }),
    )
  })

  it('is cut into pieces, and read, without loss', () => {
    fc.assert(
      fc.property(html, (source) => {
        expect(
          htmlPieces(source)
            .map(({ start, end }) => source.slice(start, end))
            .join(''),
        ).toBe(source)
        const { fields, written } = readEmailSample({ subject: '', html: source })
        const write = (node: {
          readonly kind: string
          readonly origin: number
          readonly head?: { readonly origin: number }
          readonly children?: readonly unknown[]
        }): string => {
          const own = written[node.origin]!
          if (own.kind === 'leaf')
            return own.fixed.map((fixed, index) => fixed + (own.slots[index]?.raw ?? '')).join('')
          const head = node.head === undefined ? '' : write({ kind: 'leaf', origin: node.head.origin })
          return own.before + head + (node.children as Parameters<typeof write>[0][]).map(write).join('') + own.after
        }
        expect(write(fields.get('html')!)).toBe(source)
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    '<p>',
    '</p>',
    '<div><td>',
    '<a href="',
    '<!--',
    '&amp',
    '<script>',
    "<p title='",
    '<p x="y" ',
    '<',
    '<div>a</div>',
  ])('is read in linear time, of %j over and over', async (piece) => {
    await expectLinearTime(
      625,
      (size) => piece.repeat(size),
      (html) =>
        induce([{ subject: 'Hello to all', html }]).catch((error: unknown) =>
          expect(ChanceryError.is(error)).toBe(true),
        ),
    )
  })
})

describe('what the e-mails of one client say', () => {
  const clients = [
    ['Ada King', 'a-100', '655.00'],
    ['Ben Moss', 'b-207', '12.50'],
    ['Cy Lund', 'c-391', '1,044.10'],
  ] as const

  it('becomes a field in links and pictures, too, and no name comes from an address of a picture', async () => {
    const samples = clients.map(([name, id, sum]): EmailContent => ({
      subject: 'Your bill',
      html: `<table><tr><td><img src="https://cdn.shop.example/logo.png" alt=""></td><td><img src="https://cdn.shop.example/${id}.png" alt="${name}"></td></tr><tr><td>${name}</td><td>${sum}</td></tr></table><p><a href="https://pay.example/?invoice=${id}">Pay</a></p>`,
    }))
    const { template, fields } = await roundTrip(samples)
    const written = JSON.stringify(template)
    for (const [name, id, sum] of clients) for (const value of [name, id, sum]) expect(written).not.toContain(value)
    for (const { name } of fields) expect(name).not.toMatch(/shop|cdn|logo|https/i)
  })

  it('is one field where the parts have different spaces', async () => {
    const samples = clients.map(([name, , sum]): EmailContent => ({
      subject: `Hello ${name}`,
      html: `<p>Total: EUR&nbsp;${sum}</p>`,
      text: `Total: EUR ${sum}`,
    }))
    const { template, samples: proofs, findings, fields } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(fields).toHaveLength(2)
    expect(template.text).toBe('Total: {{total}}')
    expect(findings.map(({ code }) => code)).toContain('characters_respelled')
  })

  it('may be an address with letters beyond ASCII', async () => {
    const samples = ['tomás', 'zoë', 'ünal'].map((name): EmailContent => ({
      subject: 'Hello',
      html: `<p>Write to <a href="mailto:${name}@x.example">${name}</a></p>`,
    }))
    const { samples: proofs } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
  })

  it('may be written to a path of the data', async () => {
    const samples = clients.map(([name]): EmailContent => ({ subject: 'Hello', text: `Dear ${name}, welcome.` }))
    const fields = [{ name: 'client.name', examples: clients.map(([name]) => name) }]
    const { template, schema, samples: proofs, findings } = await induce(samples, { fields })
    expect(template.text).toBe('Dear {{client.name}}, welcome.')
    expect(proofs[0]).toEqual({ data: { client: { name: 'Ada King' } }, exact: true })
    expect(schema).toMatchObject({
      properties: { client: { type: 'object', required: ['name'] } },
      required: ['client'],
    })
    expect(findings).toEqual([])
  })

  it('tells samples of different kinds, slips, and what is the same in all', async () => {
    const letters = ['Ann', 'Bea', 'Cid', 'Don'].map((name, index): EmailContent => ({
      subject: 'Visit',
      text: `Dear ${name}, we ${index === 2 ? 'recieved' : 'received'} your letter of 12 May 2026 and thank you for writing to us about the garden.\nHarrow Pine`,
    }))
    const bills = ['Eva', 'Fee'].map((name): EmailContent => ({
      subject: 'Facture',
      text: `Bonjour ${name}, veuillez trouver ci-joint votre facture, que vous pouvez régler par virement sous trente jours.\nHarrow Pine`,
    }))
    const alone = await induce(letters)
    expect(alone.findings.map(({ code, location }) => [code, location?.pointer])).toEqual([
      ['likely_slip', '/samples/2'],
      ['constant_value', undefined],
    ])
    const both = await induce([...letters, ...bills])
    expect(
      both.findings.filter(({ code }) => code === 'samples_mixed').map(({ location }) => location?.pointer),
    ).toEqual(['/samples/4'])
  })
})

describe('a list of which the e-mails have one entry or several', () => {
  const visit = (name: string, entries: readonly string[], why: string): EmailContent => ({
    subject: 'Your visit',
    html: `<p>Hello ${name},</p>\n<p>We will come to service your boiler.</p>\n<ul>\n${entries.map((entry) => `<li>${entry}</li>`).join('\n')}\n</ul>\n${why === '' ? '' : `<p>The reason for the extra visit is ${why}.</p>\n`}<p>Change the visit on our page.</p>`,
    text: `Hello ${name},\n\nWe will come to service your boiler.\n\n${entries.map((entry) => `- ${entry}`).join('\n')}\n${why === '' ? '' : `\nThe reason for the extra visit is ${why}.\n`}\nChange the visit on our page.`,
  })

  it('is one loop beside a paragraph that one alone has, and leaves no entry', async () => {
    const { template } = await roundTrip([
      visit('Mr Doyle', ['Please clear the cupboard', 'Keep pets away'], ''),
      visit('Mrs Iqbal', ['Please have the manual ready'], 'a leak under the tank'),
      visit('Ms Tran', ['Leave the side gate open', 'Keep pets away', 'Turn the heating off'], ''),
    ])
    expect(template.html).toContain('<ul>{{#items}}\n<li>{{item}}</li>{{/items}}\n</ul>')
    expect(template.text).toContain('{{#items}}\n- {{item}}\n{{/items}}')
    expect(JSON.stringify(template)).not.toMatch(/pets|gate|heating|leak/u)
  })
})
