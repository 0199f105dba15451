/** Made clients who are two and look like one, among their own records that come again: who is whom is known. */
import type { ClientData } from '../model/client-record.ts'
import { chance, type MadeRecord, slip } from './slipped-clients.test-support.ts'

type Chance = ReturnType<typeof chance>

interface Said {
  readonly given?: string
  readonly family?: string
  readonly born?: string
  readonly email?: string
  readonly phone?: string
  readonly street?: string
  readonly postcode?: string
  readonly town?: string
}

const words = (text: string): readonly string[] => text.split(' ')
/** Two who are born on one day are often called alike. */
const pairs = words(
  'Jan:Jana Julia:Julian Andrea:Andreas Martin:Martina Daniel:Daniela Christian:Christiane Simon:Simone Paul:Paula Tim:Tom Lena:Lea Mia:Lia Mario:Maria Gabriel:Gabriele Louis:Louise',
)
const others = words('Anna Peter Maria Stefan Clara Robert Nina Georg Alice Ruben Ottilie Emil Frieda Konstantin')
const families = words(
  'Müller Schmidt Weber Klein Wagner Rossi Novak Jansen Thistlewood Eichendorff Papadakis Oberhauser Quigley Lindqvist',
)
const streets = words('Hauptstraße Lindenallee Gartenweg Kirchgasse Seestraße Mühlenweg Rosenstraße')
const towns = words('79098:Freiburg 10115:Berlin 80331:München 24103:Kiel 99084:Erfurt')
const stages = words('Cher Madonna Prince Nena Sting Seal Adele Moby Shakira Beck')
const trades = words('Apotheke Bäckerei Autohaus Optik Drogerie Reisen')

const two = (number: number): string => String(number).padStart(2, '0')
const birthday = ({ below }: Chance, from: number, years: number): string =>
  `${from + below(years)}-${two(1 + below(12))}-${two(1 + below(28))}`
const mobile = ({ below }: Chance): string => `+49170${1_000_000 + below(8_999_999)}`
const landline = ({ below }: Chance): string => `+4930${10_000_000 + below(89_999_999)}`

function homeOf(random: Chance) {
  const [postcode = '', town = ''] = random.of(towns).split(':')
  return { street: `${random.of(streets)} ${1 + random.below(120)}`, postcode, town }
}

/** A group: who is in it, each with all that could be said. */
type MakeGroup = (random: Chance, number: number) => readonly Said[]

const groups: Readonly<Record<string, MakeGroup>> = {
  'a family on one mailbox': (random, number) => {
    const own = { family: random.of(families), email: `family${number}@example.com`, ...homeOf(random) }
    const [his = '', her = ''] = random.of(pairs).split(':')
    // A mother and a daughter of one name are told apart by nothing but what rows leave out.
    const child = random.of(others.filter((name) => name !== her))
    return [
      { ...own, given: his, born: birthday(random, 1960, 10), phone: mobile(random) },
      { ...own, given: her, born: birthday(random, 1960, 10), phone: mobile(random) },
      { ...own, given: child, born: birthday(random, 1990, 10) },
    ]
  },
  'father and son of one name and house': (random, number) => {
    const own = { given: random.of(others), family: random.of(families), phone: landline(random), ...homeOf(random) }
    return [
      { ...own, born: birthday(random, 1940, 15), email: `senior${number}@example.com` },
      { ...own, born: birthday(random, 1970, 15), email: `junior${number}@example.org` },
    ]
  },
  'father and son on one mailbox': (random, number) => {
    const own = { given: random.of(others), family: random.of(families), email: `both${number}@example.com` }
    const home = homeOf(random)
    return [
      { ...own, ...home, born: birthday(random, 1940, 15) },
      { ...own, ...home, born: birthday(random, 1970, 15) },
    ]
  },
  twins: (random, number) => {
    const own = { family: random.of(families), born: birthday(random, 1980, 20), ...homeOf(random) }
    const phone = landline(random)
    return random
      .of(pairs)
      .split(':')
      .map((given, at) => ({ ...own, phone, given, email: `twin${at}of${number}@example.com` }))
  },
  'artists of one agent': (random, number) => {
    const agent = { email: `agent${number}@example.com`, phone: landline(random), ...homeOf(random) }
    const first = random.below(stages.length)
    return [1, 2, 3].map((step) => ({ ...agent, given: stages[(first + step * 3) % stages.length] ?? '' }))
  },
  'two of one name in one town': (random) => {
    const [given, family] = [random.of(others), random.of(families)]
    const { postcode, town } = homeOf(random)
    return [1, 2].map(() => ({ given, family, postcode, town, street: homeOf(random).street }))
  },
  'colleagues at one desk': (random, number) => {
    const desk = { email: `info@firm${number}.example.com`, phone: landline(random), ...homeOf(random) }
    const first = random.below(others.length)
    return [0, 1, 2, 3].map((step) => ({
      ...desk,
      given: others[(first + step) % others.length] ?? '',
      family: families[(first + step * 3) % families.length] ?? '',
    }))
  },
  'one who moves': (random, number) => {
    const own = { given: random.of(others), family: random.of(families), born: birthday(random, 1950, 50) }
    return [{ ...own, email: `mover${number}@example.com`, phone: mobile(random), ...homeOf(random) }]
  },
}

const asPerson = ({ given, family, born, email, phone, street, postcode, town }: Said): ClientData => ({
  kind: 'person',
  name: [given, family].filter((part) => part !== undefined).join(' '),
  ...(given === undefined || family === undefined ? {} : { givenName: given, familyName: family }),
  ...(born === undefined ? {} : { birthDate: born }),
  emails: email === undefined ? [] : [email],
  phones: phone === undefined ? [] : [phone],
  address: {
    ...(street === undefined ? {} : { street }),
    ...(postcode === undefined ? {} : { postcode }),
    ...(town === undefined ? {} : { locality: town }),
  },
  custom: {},
})

/** What else is said of a person the next time: a slip in the family name, another address, or the same. */
function again(random: Chance, said: Said): Said {
  const kind = random.below(4)
  if (kind === 0 && said.family !== undefined) return { ...said, family: slip(random, said.family) }
  return kind === 1 ? { ...said, ...homeOf(random) } : said
}

/** What a row leaves out. Of two who share all else, what tells them apart is said: else nobody could tell. */
function thinned(random: Chance, said: Said, share: number, kept: readonly (keyof Said)[]): Said {
  const gone = (['born', 'email', 'phone', 'street', 'postcode'] as const).filter(
    (field) => !kept.includes(field) && random.is(share),
  )
  return Object.fromEntries(Object.entries(said).filter(([field]) => !(gone as readonly string[]).includes(field)))
}

/** By what nothing but itself tells two of a group apart, who have one name. */
const telling: Readonly<Record<string, readonly (keyof Said)[]>> = {
  'father and son of one name and house': ['email'],
  'father and son on one mailbox': ['born'],
  'two of one name in one town': ['street'],
}

/** @param thin the share of values that rows leave out, 0 to 1 */
export function alikePeople({
  seed,
  groups: count,
  thin,
}: {
  readonly seed: number
  readonly groups: number
  readonly thin: number
}): readonly MadeRecord[] {
  const random = chance(seed)
  const records: MadeRecord[] = []
  let entity = 0
  const kinds = Object.entries(groups)
  for (let number = 0; number < count; number++) {
    const [kind, make] = kinds[number % kinds.length] ?? ['', () => []]
    for (const said of make(random, number)) {
      const times = 1 + random.below(3)
      for (let time = 0; time < times; time++) {
        const row = time === 0 ? said : again(random, said)
        records.push({ entity, data: asPerson(thinned(random, row, thin, telling[kind] ?? [])) })
      }
      entity++
    }
  }
  return random.shuffled(tellable(records))
}

/** Without rows that say the very same of two: those nobody tells apart. */
function tellable(records: readonly MadeRecord[]): readonly MadeRecord[] {
  const owners = new Map<string, number>()
  return records.filter(({ entity, data }) => {
    const said = JSON.stringify(data)
    const owner = owners.get(said) ?? entity
    owners.set(said, owner)
    return owner === entity
  })
}

/** Branches of chains: two in one street, with one hotline and one mailbox. */
export function alikeOrganizations({
  seed,
  chains,
}: {
  readonly seed: number
  readonly chains: number
}): readonly MadeRecord[] {
  const random = chance(seed)
  const records: MadeRecord[] = []
  let entity = 0
  for (let number = 0; number < chains; number++) {
    // Each chain has a name of its own.
    const partners = [
      families[number % families.length],
      families[Math.floor(number / families.length) % families.length],
    ]
    const name = `${partners.join(' & ')} ${random.of(trades)}`
    const hotline = `+49800${1_000_000 + random.below(8_999_999)}`
    const { street, postcode, town } = homeOf(random)
    const branches = [
      { name, street },
      { name, street: `${street.replace(/\d+$/, '')}${130 + random.below(60)}` },
      { name: `${name} Service`, street },
      { name: `${name} 12`, street: `${random.of(streets)} ${200 + random.below(60)}` },
      { name: `${name} 13`, street: `${random.of(streets)} ${300 + random.below(60)}` },
    ]
    for (const branch of branches) {
      for (let time = 0; time < 2; time++) {
        records.push({
          entity,
          data: {
            kind: 'organization',
            name: time === 0 ? branch.name : `${branch.name} GmbH`,
            emails: random.is(0.3) ? [`info@chain${number}.example.com`] : [],
            phones: random.is(0.7) ? [hotline] : [],
            address: { postcode, locality: town, street: branch.street },
            custom: {},
          },
        })
      }
      entity++
    }
  }
  return random.shuffled(tellable(records))
}
