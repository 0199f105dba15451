import type { FoundField, InduceRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { induceTemplate } from './induce-template.ts'
import type { InductionFormat } from './induction-format.ts'
import { inductionUntil, linesOf, request, sampleOf } from './lines-fixture.ts'
import type { SampleGroup, SampleNode } from './sample.ts'
import type { TemplateGroup } from './template.ts'

const options = { signal: new AbortController().signal }
const induce = inductionUntil(options.signal)

describe('induction', () => {
  it('names fields by labels, greetings and the words before, and types them by all values', async () => {
    const { fields, samples } = await induce([
      'Dear Anna Meyer,\nRechnungsdatum: 5. März 2024\nFälliger Betrag: 12,00 EUR\nWrite to anna@mail.example now',
      'Dear Bob,\nRechnungsdatum: 17. Mai 2025\nFälliger Betrag: 7,50 EUR\nWrite to bob@mail.example now',
    ])
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['recipientName', 'text'],
      ['rechnungsdatum', 'date'],
      ['falligerBetrag', 'money'],
      ['writeEmail', 'email'],
    ])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
  })

  it('reads what one sample alone has as a single sample: its own values, dates and names beside names are fields', async () => {
    const texts = [
      'Dear Ada Moss,\nAda pays Mr Ugo Ricci 5.00 EUR until 3 May 2031 for a car (Skoda Octavia).\nThese guests come:\nIda Lund\nKind regards from the office',
      'Dear Ben Holt,\nThese guests come:\nUte Ahl\nKai Roth\nKind regards from the office',
      'Dear Cy Wood,\nThese guests come:\nEva Wolf\nKind regards from the office',
    ]
    const { template, samples, findings } = await induce(texts)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    const said = JSON.stringify(template.children, (key, value: unknown) =>
      key === 'members' || key === 'values' || key === 'scope' ? undefined : value,
    )
    expect(said).not.toMatch(/Ada|Moss|Ricci|Skoda|5\.00|2031|Ahl|Roth|Lund/)
    expect(findings.map(({ message }) => message.slice(0, 40))).toEqual(['"Ada pays Mr Ugo Ricci 5.00 EUR until 3 '])
  })

  it('leaves no rate and no name of one sample in what it alone has', async () => {
    const letter = (client: string, more: string): string =>
      `Dear ${client}, this is the offer that you have asked us for and that we hold for a month.\n${more}Kind regards from all of the office`
    const texts = [
      letter('Ada Moss', ''),
      letter('Ben Holt', 'You are insured with Halden Mutual and get 5 % off the price.\n'),
      letter('Cy Wood', ''),
    ]
    const { template, samples } = await induce(texts)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    const said = JSON.stringify(template.children, (key, value: unknown) =>
      key === 'members' || key === 'values' || key === 'scope' ? undefined : value,
    )
    expect(said).not.toMatch(/Halden|5 %/)
  })

  it('leaves no reason of one sample in what it alone has', async () => {
    const letter = (day: string, more: string): string =>
      `hiermit kündige ich meine Mitgliedschaft zum ${day} 2031.\n${more}Bitte bestätigen Sie den Eingang`
    const { fields, template } = await induce([
      letter('30. Juni', ''),
      letter('31. August', 'Grund der Kündigung ist ein Umzug nach Oldenburg.\n'),
      letter('31. Oktober', ''),
    ])
    expect(fields.map(({ name, values }) => [name, values])).toContainEqual(['grund', ['ein Umzug nach Oldenburg']])
    const said = JSON.stringify(template.children, (key, value: unknown) =>
      key === 'members' || key === 'values' || key === 'scope' ? undefined : value,
    )
    expect(said).not.toContain('Oldenburg')
  })

  it('leaves the full stop behind what one sample alone notes', async () => {
    const note = (day: string, room: string, more: string): string =>
      `Arrival: ${day} May 2031\nRoom: ${room}\n${more}We look forward to seeing you`
    const { fields } = await induce([
      note('3', 'single', ''),
      note('4', 'double', 'Your wish: a quiet room.\n'),
      note('9', 'with a view', ''),
    ])
    expect(fields.map(({ values }) => values)).toContainEqual(['a quiet room'])
  })

  it('names the lines of an address below a name, who signs as what, and the entries of a list', async () => {
    const letter = (name: string, street: string, town: string, entries: readonly string[], role: string): string =>
      [
        name,
        street,
        town,
        'We will do this for you:',
        ...entries.map((entry) => `- ${entry}`),
        'With kind regards',
      ].join('\n') + `\n${role === 'Partner' ? 'Nadia Reed' : 'Gareth Marlow'}\n${role}`
    const { fields } = await induce([
      letter('Helena Pratt', '6 Lenton Avenue', 'Nottingham NG7 1DX', ['Write a letter'], 'Senior Partner'),
      letter('Oscar Bell', 'The Cottage, Mill Lane', 'Southwell NG25 0HP', ['Draft a will', 'Keep it'], 'Partner'),
      letter('Yasmin Coker', 'Rose Farm', 'Nottingham NG1 5FD', ['Search', 'Report', 'Store'], 'Senior Partner'),
    ])
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['recipientName', 'street', 'city', 'position', expect.stringMatching(/\.item$/)]),
    )
  })

  it('has entries that all samples share within their list', async () => {
    const list = (...entries: readonly string[]): string =>
      `Please bring what we need from you:\n${entries.map((entry) => `- ${entry}`).join('\n')}\nWe look forward to seeing you`
    const { samples } = await induce([
      list('your card'),
      list('your card', 'the yellow book', 'a list of vaccines'),
      list('your card', 'sports clothes'),
    ])
    expect(
      samples.map(({ data }) => Object.values(data).map((value) => (Array.isArray(value) ? value.length : 0))),
    ).toEqual([[1], [3], [2]])
  })

  it('leaves nobody in a template whom another sample names', async () => {
    const texts = [
      'Minutes of the owners\nPresent:\n- Joke van Dijk (no. 2)\n- Ali Demir (no. 5)\n- Hans Prins (no. 8)\nThe chair closes the meeting',
      'Minutes of the owners\nPresent:\n- Ali Demir (no. 5)\n- Hans Prins (no. 8)\n4. Mila Kuiper is welcomed as an owner.\nThe chair closes the meeting',
      'Minutes of the owners\nPresent:\n- Joke van Dijk (no. 2)\n- Mila Kuiper (no. 3)\n- Ali Demir (no. 5)\n- Ria Bos (no. 1)\nThe chair closes the meeting',
    ]
    const { template, samples } = await induce(texts)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    const said = JSON.stringify(template.children, (key, value: unknown) =>
      key === 'members' || key === 'values' || key === 'scope' ? undefined : value,
    )
    expect(said).not.toMatch(/Joke|Ali|Hans|Mila|Ria/)
  })

  it('reads how long something lasts, and at what time, in what one sample alone has', async () => {
    const { template } = await induce([
      'Gelieve te betalen aan Sjors.\nGroeten uit de winkel',
      'Gelieve te betalen aan Wilma.\nOp de reparatie geven wij twee jaar garantie, vanaf 13:00 uur.\nGroeten uit de winkel',
      'Gelieve te betalen aan Bram.\nGroeten uit de winkel',
    ])
    const option = template.children.find(({ kind }) => kind === 'option')
    const said = JSON.stringify(option, (key, value: unknown) =>
      key === 'members' || key === 'values' || key === 'scope' ? undefined : value,
    )
    expect(said).toContain('Op de reparatie geven wij ')
    expect(said).not.toMatch(/jaar|13:00/)
  })

  it('names whom Japanese and French letters are for, without articles and titles', async () => {
    const { fields } = await induce([
      '青空商事 御中\n田中 様\nÀ l’attention de Zoé\nDate de l’acte : 3 mai 2031\nReferred by Dr Lund today',
      'みどり 御中\n佐藤 様\nÀ l’attention de Paul\nDate de l’acte : 9 mai 2032\nReferred by Dr Ahl today',
    ])
    expect(fields.map(({ name }) => name)).toEqual([
      'company',
      'recipientName',
      'recipientName2',
      'dateDeActe',
      'referred',
    ])
  })

  it('keeps a first row with figures that is the same in all samples among the rounds', async () => {
    const row = (...texts: readonly string[]): SampleNode => ({
      kind: 'group',
      shape: 'row',
      hint: '',
      role: 'row',
      origin: 0,
      children: texts.map((text) => ({ kind: 'leaf', shape: 'line', hint: '', slots: [text], origin: 0 })),
    })
    const travel = row('1', 'Travel', '45.00 EUR')
    const table = (...rows: readonly SampleNode[]): SampleGroup => ({
      kind: 'group',
      shape: 'table',
      hint: '',
      role: 'table',
      origin: 0,
      children: [row('No.', 'Service', 'Sum'), travel, ...rows],
    })
    const samples = [
      table(row('2', 'Lawn care', '310.00 EUR'), row('3', 'Hedge', '80.00 EUR')),
      table(row('2', 'Paving', '1,200.00 EUR')),
      table(row('2', 'Pond', '99.00 EUR'), row('3', 'Fence', '740.00 EUR'), row('4', 'Gate', '60.00 EUR')),
    ]
    const format: InductionFormat<TemplateGroup> = {
      write: async (root) => root,
      refill: async () => ({ exact: true }),
    }
    const { template } = await induceTemplate(samples, request, format, options)
    const loop = template.children.find(({ kind }) => kind === 'loop')
    expect(loop?.kind === 'loop' ? loop.scope.instances : []).toHaveLength(9)
  })

  it('keeps all rows of a table of values in one list, though the first says the same in all samples', async () => {
    const text = (rows: string): string => `Goods in the room\n${rows}\nThe list is complete`
    const { template, samples } = await induce([
      text('- Sofa: good\n- Lamp: worn\n- Desk: new'),
      text('- Bed: good'),
      text('- Rug: good\n- Mirror: stained'),
    ])
    expect(template.children.map(({ kind }) => kind)).toEqual(['leaf', 'loop', 'leaf'])
    expect(samples.every(({ exact }) => exact)).toBe(true)
  })

  it('takes names below a line that announces them for a list, and not those below a greeting', async () => {
    const list = (names: string): string => `Minutes of the board\nAttendance list\n${names}\nThe meeting was opened`
    const { template } = await induce([list('Ada Moss\nBen Lund\nCy Wood'), list('Dot Ray\nEd Fox'), list('Flo Bay')])
    expect(template.children.map(({ kind }) => kind)).toEqual(['leaf', 'leaf', 'loop', 'leaf'])
    const signing = (names: string): string => `This is agreed\nSigned:\n${names}\nIn two copies`
    const { template: contract } = await induce([signing('____ Ada Moss\n____ Ben Lund'), signing('____ Cy Wood')])
    expect(contract.children.map(({ kind }) => kind)).toEqual(['leaf', 'leaf', 'loop', 'leaf'])
    const letter = (names: string): string => `We thank you for your order\nKind regards,\n${names}`
    const signed = await induce([letter('Ada Moss\nSales Manager\nOld Works'), letter('Dot Ray\nHead Clerk')])
    expect(signed.template.children.some(({ kind }) => kind === 'loop')).toBe(false)
  })

  it('takes only the first value after a greeting for whom it greets', async () => {
    const { fields } = await induce(['Dear Ann, your total is 5.00 EUR', 'Dear Bob, your total is 7.00 EUR'])
    expect(fields.map(({ name }) => name)).toEqual(['recipientName', 'totalAmount'])
  })

  it('makes one field of an amount in words, whatever words the amounts share', async () => {
    const { fields } = await induce(
      [
        'one thousand two hundred and fifty pounds',
        'nine hundred and eighty pounds fifty pence',
        'four hundred pounds',
      ].map((words) => `I owe the sum (in words: ${words}) today`),
    )
    expect(fields.map(({ name, values }) => [name, values.length])).toEqual([['theSumInWords', 3]])
  })

  it('names fields by the role in brackets, the sign of a number and what a number counts', async () => {
    const lease = (name: string, street: string, no: string, years: string, time: string): string =>
      `Between Acme (“Lessor”) and ${name}, ${street} (hereafter « the Lessee »).\nRoom no. ${no} is let for ${years} years.\nKeys at ${time}, dear guest`
    const { fields } = await induce([
      lease('Ada Moss', 'Elm Row', 'K-101', '3', '9:30'),
      lease('Ben Lund', 'Oak Way', 'K-207', '5', '10:15'),
    ])
    const names = fields.map(({ name }) => name)
    expect(names[0]).toBe('lessee')
    expect(names.slice(-3)).toEqual(['roomNumber', 'years', 'keysTime'])
  })

  it('names fields as the sentence has it: by the words right before, not by those of another value or of a verb', async () => {
    const offer = (name: string, at: string, job: string, pay: string, day: string): string =>
      `${name}\n${at}\nDear ${name.split(' ')[0]},\nWe offer you the position of ${job}. Your annual salary will be ${pay}.\n` +
      `Leeds, ${day}`
    const { fields } = await induce([
      offer('Maria Silva', '12 Oak Lane, Leeds LS1 4AB', 'clerk', '£52,000', '4 May 2026'),
      offer('Tom Becker', '3 High Street, York YO1 7HH', 'data analyst', '£41,500', '9 June 2026'),
    ])
    const names = fields.map(({ name }) => name)
    expect(names).toEqual(['recipientName', 'address', 'firstName', 'position', 'salaryAmount', 'date'])
  })

  it('names values by their form, a role behind and the sentence above, where nothing else says more', async () => {
    const deed = (name: string, words: string, agent: string, keys: string, course: string): string =>
      `I, ${name}, appoint ${agent} as my attorney and give ${keys} keys (${words})\nhas completed the course\n${course}`
    const { fields } = await induce([
      deed('Ann Lee', 'one hundred and five dollars', 'Bob Ray', '2', 'First Aid'),
      deed('Cara Fox', 'two hundred dollars', 'Dan Poe', '3', 'Fire Safety'),
      deed('Eve Kim', 'seventy-one dollars', 'Gus Orr', '5', 'Food Hygiene'),
    ])
    expect(fields.map(({ name }) => name)).toEqual(['name', 'attorney', 'keys', 'amountInWords', 'course'])
  })

  it('names what a verb is about, counted things and tick boxes', async () => {
    const deed = (fee: string, term: string, tick: string, rooms: string, nights: string): string =>
      `Unser Honorar beträgt ${fee}.\nLa duración del contrato es de ${term}.\n${tick} zur Vertretung vor Gericht\n` +
      `You have booked ${rooms} for ${nights}.`
    const { fields, samples } = await induce([
      deed('250,00 EUR', 'un año', '☒', '1 room', '3 nights'),
      deed('90,50 EUR', 'tres meses', '☐', '2 rooms', '1 night'),
    ])
    const names = fields.map(({ name }) => name)
    expect(names).toEqual(['honorarAmount', 'duracion', 'vertretungVorGericht', 'rooms', 'nights'])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
  })

  it('names a condition by the one value that only its part has', async () => {
    const letter = (name: string, bonus: string): string => `Dear ${name},\n${bonus}Please sign and return this letter.`
    const { schema } = await induce([
      letter('Ann', 'You will receive a signing bonus of $500.\n'),
      letter('Bob', ''),
      letter('Cy', 'You will receive a signing bonus of $900.\n'),
    ])
    expect(Object.keys(schema['properties'] as object)).toContain('hasBonusAmount')
    const clauses = (...numbers: readonly string[]): string =>
      `Terms\n1. Payment is due now.\n${numbers.map((number) => `${number}. The warranty lasts two years.\n`).join('')}Signed here`
    const numbered = await induce([clauses('2'), clauses(), clauses('3')])
    expect(Object.keys(numbered.schema['properties'] as object)).toContain('hasWarrantyLastsTwo')
  })

  it('calls no ending of gender or number a slip', async () => {
    const { findings } = await induce(
      ['Zoé Petit est employée ici', 'Luc Morel est employé ici', 'Inès Roy est employée ici'].map(
        (line) => `${line} depuis longtemps\nFait à Lyon`,
      ),
    )
    expect(findings.map(({ code }) => code)).not.toContain('likely_slip')
  })

  it('takes all entries of a list into its loop, though one says what another sample says by chance', async () => {
    const minutes = (...entries: readonly string[]): string =>
      ['The meeting resolved:', ...entries.map((entry) => `- ${entry}`), 'The meeting was closed.'].join('\n')
    const { template, samples } = await induce([
      minutes('The accounts are approved.', 'A dividend of EUR 10,000 is paid.'),
      minutes('Mr Haas is appointed as director.'),
      minutes('The seat is moved to Graz.', 'The name is changed.', 'The auditor is discharged.'),
    ])
    expect(template.children.map(({ kind }) => kind)).toEqual(['leaf', 'loop', 'leaf'])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
  })

  it('shows the address and the name of whom one sample is for', async () => {
    const text = 'Ada Lovelace\n12 St James Square\nLondon SW1Y 4JH\nSection 12\nDear Ms Lovelace,\nThank you.'
    const identify: InduceRequest['identify'] = async () => [
      { name: 'sender', type: 'party', value: 'Ada Lovelace', raw: 'Ada Lovelace', confidence: 0.8 } as FoundField,
    ]
    const { samples } = await induce([text], { identify })
    expect(samples[0]?.data).toEqual({
      recipient: 'Ada Lovelace',
      street: '12 St James Square',
      city: 'London SW1Y 4JH',
      recipientFamilyName: 'Lovelace',
    })
  })

  it('lets the caller name a field by the words of its label or by examples', async () => {
    const { fields } = await induce(['Client no: A-100\nBy Carla Stone here', 'Client no: A-200\nBy Dan Wood here'], {
      fields: [{ name: 'client_no' }, { name: 'author', examples: ['Carla Stone', 'Dan Wood'] }],
    })
    expect(fields.map(({ name }) => name)).toEqual(['client_no', 'author'])
  })

  it('names the lines of an address that is one paragraph with line breaks', async () => {
    const letter = (address: readonly string[], greeting: string): string =>
      `Office\n${address.join('\v')}\nSehr ${greeting},\nwe write to you about it`
    const texts = [
      letter(['Frau', 'Dr. Åsa Öztürk', 'Lindenweg 7', '79098 Freiburg im Breisgau'], 'geehrte Frau Öztürk'),
      letter(['Herr', 'Émile Zöller', 'Rue de l’Église 3', '67000 Straßburg'], 'geehrter Herr Zöller'),
      letter(['Frau', 'Zoë Großmann', 'Am Markt 12a', '01067 Dresden'], 'geehrte Frau Großmann'),
    ]
    const { fields, samples } = await induceTemplate(
      texts.map((text) => {
        const sample = sampleOf(text)
        const children = sample.children.map((leaf) =>
          leaf.kind === 'leaf' ? { ...leaf, slots: leaf.slots.map((slot) => slot.replaceAll('\v', '\n')) } : leaf,
        )
        return { ...sample, children }
      }),
      request,
      linesOf(texts.map((text) => text.replaceAll('\v', '\n'))),
      options,
    )
    expect(fields.map(({ name }) => name)).toEqual(['honorific', 'recipientName', 'street', 'city', 'salutation'])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
  })

  it('says which of the wanted fields it did not find', async () => {
    const { findings } = await induce(['No: A-100', 'No: A-200'], { fields: [{ name: 'no' }, { name: 'owner' }] })
    expect(findings).toMatchObject([{ code: 'field_not_found', location: { pointer: '/fields/1' } }])
  })

  it('never uses names that mean something else', async () => {
    const { fields } = await induce(['constructor: a1b2c3\ntoday: x9y8z7', 'constructor: d4e5f6\ntoday: u6v5w4'])
    expect(fields.map(({ name }) => name)).toEqual(['constructorValue', 'todayValue'])
  })

  it('shares one condition between parts of equal presence, and inverts it for the opposite', async () => {
    const [yes, no] = [
      'Terms\nPets may be kept in the flat\nRent is due\nA pet deposit is needed as well\nEnd of it',
      'Terms\nRent is due\nThis is the flat without animals\nEnd of it',
    ]
    const { schema, samples } = await induce([yes!, no!, yes!, no!])
    const booleans = Object.values(schema['properties'] as Record<string, { type: string }>).filter(
      ({ type }) => type === 'boolean',
    )
    expect(booleans).toHaveLength(1)
    expect(samples.every(({ exact }) => exact)).toBe(true)
  })

  it('does not share one where the opposite parts stand apart and the samples are few', async () => {
    const lease = (pets: boolean): string =>
      `Terms of it\n${pets ? 'Pets may be kept in the flat\n' : ''}Rent is due at once\n${pets ? '' : 'A parking lot belongs to the flat\n'}End of it`
    const booleansOf = async (samples: readonly boolean[]): Promise<number> => {
      const { schema, samples: made } = await induce(samples.map(lease))
      expect(made.every(({ exact }) => exact)).toBe(true)
      return Object.values(schema['properties'] as Record<string, { type: string }>).filter(
        ({ type }) => type === 'boolean',
      ).length
    }
    expect(await booleansOf([true, false, true, false])).toBe(2)
    expect(await booleansOf([true, false, true, false, false, true, true, false])).toBe(1)
  })

  it('shows dates and sums as fields in a part that one sample alone has, and tells of it', async () => {
    const lease = (name: string, more = ''): string => `Lease for ${name} in this house\n${more}Signed by both of them`
    const { fields, findings, samples } = await induce([
      lease('Ada'),
      lease('Bob', 'A parking lot is let for EUR 60.00 from 1 May 2024 on\n'),
      lease('Cleo'),
    ])
    expect(fields.map(({ type, values }) => [type, values])).toEqual([
      ['text', ['Ada', 'Bob', 'Cleo']],
      ['money', ['EUR 60.00']],
      ['date', ['1 May 2024']],
    ])
    expect(samples.every(({ exact }) => exact)).toBe(true)
    expect(findings).toMatchObject([{ code: 'part_seen_once', severity: 'info', location: { pointer: '/samples/1' } }])
  })

  it('gives up the smallest region when the engine does not give the sample again', async () => {
    const texts = ['We pay 5 EUR by bank transfer to the account of the firm, always', 'We pay 7 EUR, always']
    const strict: InductionFormat<TemplateGroup> = {
      ...linesOf(texts),
      refill: async (root, data, number) => {
        const hasOption = root.children.some(
          (node) => node.kind === 'leaf' && node.slots.flat().some(({ kind }) => kind === 'option'),
        )
        return hasOption
          ? { exact: false, sample: sampleOf('broken') }
          : await linesOf(texts).refill(root, data, number)
      },
    }
    const { samples, fields, findings } = await induce(texts, {}, strict)
    expect(samples.every(({ exact }) => exact)).toBe(true)
    expect(fields.length).toBeGreaterThan(0)
    expect(findings).toEqual([])
  })

  it('gives up the sections that the engine refuses, and no others', async () => {
    const texts = [
      'We pay 5 EUR by bank transfer to the account of the firm, always\nYou bring the keys of the house, today',
      'We pay 7 EUR, always\nYou bring the keys of the house and the one of the shed, today',
    ]
    let refused = ''
    const strict: InductionFormat<TemplateGroup> = {
      ...linesOf(texts),
      refill: async (root, data, number) => {
        const first = root.children[0]
        const option = first?.kind === 'leaf' ? first.slots.flat().find(({ kind }) => kind === 'option') : undefined
        if (option?.kind !== 'option') return await linesOf(texts).refill(root, data, number)
        refused = option.condition.name
        return { exact: false, refused: [refused] }
      },
    }
    const { template, samples } = await induce(texts, {}, strict)
    expect(refused).not.toBe('')
    expect(samples.every(({ exact }) => exact)).toBe(true)
    expect(
      template.children.map((node) => node.kind === 'leaf' && node.slots.flat().some(({ kind }) => kind === 'option')),
    ).toEqual([false, true])
  })

  it('makes no template that cannot be filled, however long the samples are', async () => {
    const line = (_: unknown, at: number): string => `The words of line n${at} are the same in all of the samples\n`
    const long = Array.from({ length: 12_000 }, line).join('')
    const texts = [
      `${long}We pay 5 EUR by bank transfer to the account of the firm, always`,
      `${long}We pay 7 EUR, always`,
    ]
    const strict: InductionFormat<TemplateGroup> = {
      ...linesOf(texts),
      refill: async (root, data, number) => {
        const last = root.children.at(-1)
        const hasOption = last?.kind === 'leaf' && last.slots.flat().some(({ kind }) => kind === 'option')
        return hasOption ? { exact: false } : await linesOf(texts).refill(root, data, number)
      },
    }
    const { samples } = await induce(texts, {}, strict)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
  })

  it('tells which sample is not exact when nothing helps', async () => {
    const texts = ['Dear Anna of ours', 'Dear Bob of ours']
    const broken: InductionFormat<TemplateGroup> = {
      ...linesOf(texts),
      refill: async (_root, _data, number) => ({ exact: number === 0 }),
    }
    const { samples, findings } = await induce(texts, {}, broken)
    expect(samples.map(({ exact }) => exact)).toEqual([true, false])
    expect(findings).toMatchObject([{ code: 'sample_not_exact', location: { pointer: '/samples/1' } }])
  })

  it('takes paragraphs that share a word or two for no list', async () => {
    const contract = (name: string, hall: string, when: string, price: string, more = ''): string =>
      [
        `Arrendatario: ${name}`,
        `La sala ${hall} se alquila el ${when}.`,
        `El precio es de ${price}; se devuelve a ${name}.`,
        ...(more === '' ? [] : [more]),
        `Firmado por ${name}`,
      ].join('\n')
    const { template } = await induce([
      contract(
        'Lucía Ferrer',
        'Azul',
        '14 de febrero de 2026 de 17:00 a 22:00 para un cumpleaños',
        '320,00 €; la fianza, de 150,00 €',
        'Se permite el uso de la cocina y del patio.',
      ),
      contract(
        'Andrés Coll',
        'Mayor',
        '3 de mayo de 2026 de 12:00 a 20:00 para una boda',
        '780,00 €; la fianza, de 400,00 €',
      ),
    ])
    expect(template.children.map(({ kind }) => kind)).not.toContain('loop')
  })

  it('tells where a sample first differs', async () => {
    const texts = ['Dear Anna of ours\nWith thanks', 'Dear Bob of ours\nWith thanks']
    const broken: InductionFormat<TemplateGroup> = {
      ...linesOf(texts),
      refill: async () => ({ exact: false, sample: sampleOf('Dear Anna of ours\nWith  thanks') }),
    }
    const { findings } = await induce(texts, {}, broken)
    expect(findings[0]).toMatchObject({
      code: 'sample_not_exact',
      message: expect.stringContaining('the first difference is other spaces in paragraph 2.'),
      hint: 'The sample has "With thanks" there, and the filled template "With  thanks".',
      location: { pointer: '/samples/0', paragraph: 2, text: 'With thanks' },
    })
  })

  it('leaves nothing of what one sample alone has behind a label', async () => {
    const slip = (borrower: string, device: string, note = ''): string =>
      `Loan slip of the house\nBorrower: ${borrower}\nDevice: ${device}\n${note}Kind regards from us all`
    const texts = [
      slip('Tilda Marx', 'Projector Epson', 'Note: The remote control is missing.\n'),
      slip('Enno Sachs', 'Camera Canon'),
    ]
    const { fields, samples } = await induce(texts)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(fields.flatMap(({ values }) => values)).toContain('The remote control is missing.')
  })

  it('takes a note behind a label for a value also where nothing else is behind one, and no clause behind its title', async () => {
    const slip = (name: string, more = ''): string => `The goods go to ${name} today.\n${more}Signed by us`
    const texts = [slip('Anna Riva', 'Note: handle is missing\n'), slip('Carlo Bassi'), slip('Piero Longo')]
    expect((await induce(texts)).fields.map(({ name }) => name)).toContain('note')
    const clause = 'Warranty: The seller repairs what breaks within two years of today.\n'
    const { fields } = await induce([slip('Anna Riva', clause), slip('Carlo Bassi'), slip('Piero Longo')])
    expect(fields.map(({ name }) => name)).not.toContain('warranty')
  })

  it('takes a short note behind a label for a value also with its full stop', async () => {
    const letter = (name: string, late: string): string =>
      `Dear ${name},\nwe have sent your order.\n${late === '' ? '' : `Still to come: ${late}.\n`}Track it on our page.`
    const { fields } = await induce([
      letter('Ms Garland', ''),
      letter('Mr Oduya', 'one glass pen'),
      letter('Mrs Lowry', ''),
    ])
    expect(fields.flatMap(({ values }) => values)).toContain('one glass pen')
  })

  it('keeps short entries below a line that announces them in one list, though some are in several samples', async () => {
    const letter = (...entries: string[]): string =>
      `We act for you.\nWe will provide:\n${entries.map((entry) => `• ${entry}`).join('\n')}\nPlease sign below`
    const { template, fields, samples } = await induce([
      letter('annual accounts', 'corporation tax return'),
      letter('annual accounts', 'payroll', 'VAT returns'),
      letter('self assessment return'),
    ])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(template.children.map(({ kind }) => kind)).toEqual(['leaf', 'leaf', 'loop', 'leaf'])
    expect(fields.map(({ type }) => type)).not.toContain('boolean')
  })

  it('keeps the people below a line that announces them in one list, though some are in all samples', async () => {
    const { samples, template } = await induce([
      'Present:\n- Joan Fenwick, Chair\n- Tom Asher, Finance Director\n- Vera Lodge, Member\nThe minutes were approved.',
      'Present:\n- Joan Fenwick, Chair\n- Tom Asher, Finance Director\nThe minutes were approved.',
      'Present:\n- Ken Brass, Deputy Chair\n- Tom Asher, Finance Director\n- Vera Lodge, Member\n- Ida Moss, Secretary\nThe minutes were approved.',
    ])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(template.children.map(({ kind }) => kind)).toEqual(['leaf', 'loop', 'leaf'])
  })

  it('takes a value and what stands before it in some samples only for one, and its full stop with it', async () => {
    const { samples } = await induce([
      'Period: 23.02. – 27.02.2026\n14 Std.\nThanks',
      'Period: 03.03.2026\n2 Stk.\nThanks',
      'Period: 02.03. – 10.03.2026\n3 kg\nThanks',
    ])
    expect(Object.values(samples[0]!.data)).toEqual(['23.02. – 27.02.2026', '14 Std.'])
    const cells = await induce(['14 Std.\nThanks for all', '2 Stk.\nThanks for all'])
    expect(Object.values(cells.samples[0]!.data)).toEqual(['14 Std.'])
  })

  it('takes lines that begin with the same labels for a form, not for a list', async () => {
    const report = (by: string, at: string, place: string, what: string, police = ''): string =>
      `Incident report\nReported by: ${by}\nDate and time: ${at}\nPlace: ${place}\nDescription: ${what}${police}`
    const texts = [
      report(
        'Juna Falk',
        '2 June 2026, 23:40',
        'Car park level P2',
        'A barrier was damaged by a van.',
        '\nThe police were called. Reference: ST/0612.',
      ),
      report('Remy Costa', '9 June 2026, 04:15', 'Loading dock', 'A smoke detector went off without fire.'),
      report(
        'Aiko Bauer',
        '17 June 2026, 12:05',
        'Canteen',
        'A visitor slipped on a wet floor.',
        '\nThe police were called. Reference: ST/0688.',
      ),
    ]
    const { fields, samples } = await induce(texts)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(samples.flatMap(({ data }) => Object.values(data).filter(Array.isArray))).toEqual([])
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['reportedBy', 'place', 'reference']))
  })

  it('stops when cancelled in the middle', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const made = induceTemplate([sampleOf('a b'), sampleOf('a c')], request, linesOf(['a b', 'a c']), { signal })
    setImmediate(() => controller.abort())
    await expect(made).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('gives the same for the same samples', async () => {
    const texts = [
      'List of things\n- Desk: 5\n- Lamp: 7\nSum of all: 12',
      'List of things\n- Chair: 9\nSum of all: 9',
      'List of things\nSum of all: 0',
    ]
    const [one, other] = [await induce(texts), await induce(texts)]
    expect(JSON.stringify([one.fields, one.samples, one.schema])).toBe(
      JSON.stringify([other.fields, other.samples, other.schema]),
    )
    expect(one.samples.map(({ data }) => data['items'] ?? data['listThings'])).toHaveLength(3)
    expect(one.samples.every(({ exact }) => exact)).toBe(true)
  })

  it('compares so much and no more, says so, and is exact all the same', async () => {
    const noise = (seed: number): string =>
      Array.from({ length: 2400 }, (_, at) => 'ABCDEFGH'[(at * at * seed + at * 7) % 8]).join(' ')
    const texts = [3, 5].map((seed) => `Dear customer of ours\n${noise(seed)}\nKind regards from us all`)
    const { fields, samples, findings } = await induce(texts)
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
    expect(fields.map(({ values }) => values)).toEqual([texts.map((text) => text.split('\n')[1])])
    expect(findings.map(({ code }) => code)).toContain('not_all_compared')
  })

  it('refuses samples of which one turns much alone and has nothing in common with the other', async () => {
    const turns = Array.from({ length: 12 }, (_, row) => `- Bring box number ${row * 7} to the station`).join('\n')
    await expect(induce(['Dear Ada Lovelace', turns])).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ code: 'samples_unrelated' }],
    })
  })

  it.each([
    ['www.miller.com', 'www.schmidt.de'],
    ['https://miller.com/', 'https://schmidt.de/'],
    ['www.miller.com7', 'www.miller.com14'],
    ['http://a', 'http://b'],
  ])('takes web addresses that share nothing for values: %s, %s', async (...addresses) => {
    const texts = addresses.map((address) => `Find all our terms and prices at ${address} as of today`)
    const { fields, samples } = await induce(texts)
    expect(fields.map(({ values }) => values)).toEqual([[...addresses]])
    expect(samples.map(({ exact }) => exact)).toEqual([true, true])
  })

  it('says of long samples that they cannot be compared, not that they have nothing in common', async () => {
    const rows = (sample: number): string =>
      Array.from({ length: 4000 }, (_, row) => `Row ${row} of ${sample}: ${(row * 7 + sample) % 900}.00`).join('\n')
    await expect(induce([rows(1), rows(2)])).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [
        { code: 'samples_unrelated', message: expect.stringMatching(/differ in more places than are compared/) },
      ],
    })
  })
})
