/** Made clients whose records come again with slips, gaps and changes: who is whom is known. */
import type { ClientData } from '../model/client-record.ts'

export interface MadeRecord {
  readonly entity: number
  readonly data: ClientData
}

/** Numbers by chance that are the same each time (Mulberry32). */
export function chance(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    is: (share: number): boolean => next() < share,
    /** The first ones more often, as names are. */
    of: <T>(list: readonly T[]): T => list[Math.floor(next() ** 1.7 * list.length)] as T,
    shuffled: <T>(list: readonly T[]): readonly T[] => {
      const all = [...list]
      for (let at = all.length - 1; at > 0; at--) {
        const other = below(at + 1)
        ;[all[at], all[other]] = [all[other] as T, all[at] as T]
      }
      return all
    },
  }
}
type Chance = ReturnType<typeof chance>

const words = (text: string): readonly string[] => text.split(' ')
const givenNames = words(
  'James Mary Peter Anna Thomas Maria Michael Julia Andreas Laura Stefan Sarah Daniel Emma Christian Sophie Martin Lena David Clara Robert Eva Paul Nina Markus Ines Jan Katharina Felix Hannah Oliver Alice Georg Charlotte Simon Lucy Philipp Helena Lukas Isabel Jonas Elena Tobias Nora Matthias Marta Sebastian Olivia Benjamin Amelia Florian Victoria Alexander Johanna Wolfgang Margarete Heinrich Rosalind Bernard Adele Fabian Beatrice Konstantin Theresa Leopold Ottilie Emil Frieda Anton Gisela Ruben Yvonne Marcel Claudine Étienne Amélie Søren Łucja',
)
const familyNames = words(
  'Müller Smith Schmidt Jones Fischer Weber Meyer Wagner Becker Hoffmann Taylor Brown Schäfer Koch Richter Klein Wolf Neumann Schwarz Braun Zimmermann Krüger Hartmann Lange Werner Krause Lehmann Walsh Murphy Clarke Hughes Edwards Turner Cooper Bailey Kelly Bennett Dubois Moreau Laurent Lefèvre Girard Rossi Ferrari Esposito Bianchi Romano Colombo Novak Dvořák Svoboda Kowalski Wiśniewski Nowak Jansen Visser Bakker Peeters Lindqvist Johansson Nyström Halvorsen Østergaard Virtanen Korhonen Szabó Horváth Popescu Ionescu Petrov Ivanova Kowalczyk Zielińska Fitzgerald MacLeod Abernathy Thistlewood Pemberton Quigley Rademacher Eichendorff Brandstätter Hohenberger Oberhauser Lichtenfels Wittelsbach Kirchgessner Vandenberghe Delacroix Montgomery Castellano Bergström Papadakis Okonkwo Mbeki Nakamura Takahashi Hernández Gutiérrez Fernández Carvalho Magalhães',
)
const streets = words(
  'Hauptstraße Bahnhofstraße Goethestraße Schillerstraße Lindenallee Ringstraße Kirchgasse Marktplatz Gartenweg Mühlenweg Bergstraße Waldweg Rosenstraße Uferstraße Parkallee Schlossgasse Feldweg Amselweg Buchenweg Talstraße Seestraße Birkenallee Dorfstraße Wiesenweg Mozartstraße Beethovenstraße Kantstraße Lessingstraße Heinestraße Herderweg',
)
const cities: readonly (readonly [postcode: string, locality: string])[] = words(
  '10115:Berlin 10437:Berlin 12043:Berlin 20095:Hamburg 22765:Hamburg 80331:München 81669:München 50667:Köln 60311:Frankfurt 70173:Stuttgart 01067:Dresden 04109:Leipzig 90402:Nürnberg 28195:Bremen 30159:Hannover 44135:Dortmund 45127:Essen 53111:Bonn 68159:Mannheim 76133:Karlsruhe 79098:Freiburg 86150:Augsburg 99084:Erfurt 24103:Kiel 23552:Lübeck',
).map((pair) => pair.split(':') as [string, string])

/** A town has up to a hundred postcodes. */
function placeOf({ below }: Chance): readonly [postcode: string, locality: string] {
  const [postcode = '', locality = ''] = cities[below(cities.length)] ?? []
  return [postcode.slice(0, 3) + two(below(100)), locality]
}

const two = (number: number): string => String(number).padStart(2, '0')
const born = ({ below }: Chance, from = 1935, years = 70): string =>
  `${from + below(years)}-${two(1 + below(12))}-${two(1 + below(28))}`
const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

interface Person {
  readonly givenName: string
  readonly familyName: string
  readonly birthDate: string
  readonly email: string
  readonly phone: string
  readonly street: string
  readonly postcode: string
  readonly locality: string
}

function household(random: Chance, number: number): readonly Person[] {
  const { below, is, of } = random
  const [postcode, locality] = placeOf(random)
  const home = { postcode, locality, street: `${of(streets)} ${1 + below(120)}`, familyName: of(familyNames) }
  const phone = `+4930${String(10_000_000 + below(89_999_999))}`
  const size = is(0.6) ? 1 : 2 + below(3)
  const members: Person[] = []
  for (let member = 0; member < size; member++) {
    let givenName = of(givenNames)
    while (members.some((each) => each.givenName === givenName)) givenName = givenNames[below(givenNames.length)] ?? ''
    const isTwin = member > 2 && is(0.5)
    members.push({
      ...home,
      givenName,
      birthDate: isTwin ? (members.at(-1)?.birthDate ?? '') : born(random),
      email: `${ascii(givenName)}.${ascii(home.familyName)}${number}${member}@example.com`,
      phone: is(0.5) ? phone : `+49170${String(1_000_000 + below(8_999_999))}`,
    })
  }
  // A son who is called as his father, under the same roof.
  const [father] = members
  if (father !== undefined && is(0.03)) {
    const from = Number(father.birthDate.slice(0, 4)) + 18
    members.push({ ...father, birthDate: born(random, from, 25), email: `junior${number}@example.com` })
  }
  return members
}

/** One slip of the keyboard, not in the first letter: left out, twice, another, or in the order of its neighbour. */
export function slip({ below }: Chance, text: string): string {
  if (text.length < 4) return text
  const at = 1 + below(text.length - 2)
  const letter = 'abcdefghijklmnopqrstuvwxyz'[below(26)] ?? 'x'
  const kinds = [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
  ]
  return kinds[below(kinds.length)] ?? text
}

export interface Slips {
  readonly seed: number
  readonly households: number
  /** Whether records have e-mail addresses and telephones. */
  readonly contacts: boolean
}

/** People, most once, some up to four times: with slips, fields left out, names exchanged, another address or number. */
export function slippedPeople({ seed, households, contacts }: Slips): readonly MadeRecord[] {
  const random = chance(seed)
  const { is, below, of } = random
  const records: MadeRecord[] = []
  let entity = 0
  for (let number = 0; number < households; number++) {
    for (const person of household(random, number)) {
      const times = is(0.3) ? 2 + below(3) : 1
      for (let time = 0; time < times; time++) {
        let { givenName, familyName, birthDate, email, phone, street, postcode, locality } = person
        const gone = new Set<string>()
        for (let fault = time === 0 ? 0 : 1 + below(2); fault > 0; fault--) {
          const kind = below(10)
          if (kind === 0) givenName = slip(random, givenName)
          else if (kind === 1) familyName = slip(random, familyName)
          else if (kind === 2) [givenName, familyName] = [familyName, givenName]
          else if (kind === 3) street = slip(random, street)
          else if (kind === 4) gone.add('street').add('phone')
          else if (kind === 5) gone.add('email')
          else if (kind === 6) phone = `+49151${String(1_000_000 + below(8_999_999))}`
          else if (kind === 7) email = slip(random, email)
          else if (kind === 8) {
            const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(birthDate) ?? []
            birthDate =
              Number(day) <= 12 && is(0.5) ? `${year}-${day}-${month}` : `${year}-${month}-${two(1 + below(28))}`
          } else {
            ;[postcode, locality] = placeOf(random)
            street = `${of(streets)} ${1 + below(120)}`
          }
        }
        records.push({
          entity,
          data: {
            kind: 'person',
            name: `${givenName} ${familyName}`,
            givenName,
            familyName,
            birthDate,
            emails: contacts && !gone.has('email') ? [email] : [],
            phones: contacts && !gone.has('phone') ? [phone] : [],
            address: { postcode, locality, ...(gone.has('street') ? {} : { street }) },
            custom: {},
          },
        })
      }
      entity++
    }
  }
  return random.shuffled(records)
}

const trades = words(
  'Bäckerei Autohaus Metallbau Druckerei Spedition Gärtnerei Tischlerei Elektro Immobilien Software Logistik Maschinenbau Apotheke Brauerei Textil Optik Reisen Consulting Pharma Energie',
)
const legalForms = words('GmbH AG KG Ltd Inc GmbH GmbH')

/** Organizations, some twice or thrice: without their legal form, shortened, with slips, at another number. */
export function slippedOrganizations({ seed, households }: Omit<Slips, 'contacts'>): readonly MadeRecord[] {
  const random = chance(seed)
  const { is, below, of } = random
  const records: MadeRecord[] = []
  for (let entity = 0; entity < households; entity++) {
    const owner = of(familyNames)
    const trade = of(trades)
    const legal = of(legalForms)
    const [postcode, locality] = placeOf(random)
    const own = {
      name: is(0.5) ? `${trade} ${owner} ${legal}` : `${owner} ${trade} ${legal}`,
      street: `${of(streets)} ${1 + below(120)}`,
      phone: `+4940${String(1_000_000 + below(8_999_999))}`,
    }
    const times = is(0.35) ? 2 + below(2) : 1
    for (let time = 0; time < times; time++) {
      let { name, street, phone } = own
      const gone = new Set<string>()
      for (let fault = time === 0 ? 0 : 1 + below(3); fault > 0; fault--) {
        const kind = below(8)
        if (kind === 0) name = name.replace(` ${legal}`, '')
        else if (kind === 1) name = slip(random, name)
        else if (kind === 2) street = slip(random, street)
        else if (kind === 3) street = street.replace('straße', 'str.')
        else if (kind === 4) gone.add('phone')
        else if (kind === 5) gone.add('street')
        else if (kind === 6) name = `${owner} ${trade}`
        else phone = `+4940${String(1_000_000 + below(8_999_999))}`
      }
      records.push({
        entity,
        data: {
          kind: 'organization',
          name,
          emails: [],
          phones: gone.has('phone') ? [] : [phone],
          address: { postcode, locality, ...(gone.has('street') ? {} : { street }) },
          custom: {},
        },
      })
    }
  }
  return random.shuffled(records)
}
