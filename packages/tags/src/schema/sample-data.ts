import type { Json, JsonObject, JsonSchema } from '@chancery/core'

/** Values by what a field's last name says; the first that fits is taken. Names are folded: letters only, small. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/e?mail/, 'ada.lovelace@example.com'],
  [/phone|mobile|telefon|handy|fax|telephone|tel$/, '+49 30 901820'],
  [/iban/, 'DE89 3704 0044 0532 0130 00'],
  [/bic|swift/, 'COBADEFFXXX'],
  [/url|website|homepage|link/, 'https://example.com'],
  [/firstname|givenname|vorname|prenom|nombre$/, 'Ada'],
  [/lastname|surname|familyname|nachname|apellido/, 'Lovelace'],
  [/company|firma|organi[sz]ation|employer|arbeitgeber|societe|empresa/, 'Example Ltd'],
  [/currency|wahrung|devise|moneda/, 'EUR'],
  [/street|strasse|straße|rue|calle|address|adresse|direccion/, '12 Station Road'],
  [/zip|postcode|postalcode|plz/, '10115'],
  [/city|town|stadt|^ort$|ville|ciudad/, 'Berlin'],
  [/country|land$|pays|pais/, 'Germany'],
  [/salutation|anrede/, 'Dear Ms Lovelace'],
  [/title|titel/, 'Dr'],
  [/date|datum|fecha|birthday|deadline|^on$|due|until|since/, '2026-03-05'],
  [/amount|price|total|betrag|preis|summe|sum$|cost|fee|salary|rent|miete|montant|importe/, '1250.50'],
  [/percent|rate$|share/, '0.19'],
  [/quantity|qty|count|anzahl|menge|days|years|months|hours|^age$|alter/, '3'],
  [/number|nummer|^no$|^nr$|reference|ref$|^id$|numero/, 'A-1042'],
  [/description|note|comment|text|beschreibung|reason/, 'As agreed'],
  [/product|item|article|artikel|service|leistung|position/, 'Consultation'],
  [/name|client|customer|kunde|person|recipient|sender|tenant|landlord|author|party/, 'Ada Lovelace'],
]

/** Items of a sample list. */
const listLength = 2

/** Deepest schema that is followed. */
const maxDepth = 64

/**
 * Data that satisfies a schema as `inferSchema` makes them and fills every tag, with values that suit the names. The same
 * for the same schema.
 */
export function sampleData(schema: JsonSchema): JsonObject {
  const sample = sampleOf(schema, '', 0)
  return typeof sample === 'object' && sample !== null && !Array.isArray(sample) ? (sample as JsonObject) : {}
}

function sampleOf(schema: JsonSchema, name: string, depth: number): Json {
  const examples = schema['examples']
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as Json
  const types = [schema['type']].flat()
  if (depth > maxDepth) return null
  if (types.includes('array')) {
    const items = isSchema(schema['items']) ? schema['items'] : {}
    const isUnknown = Object.keys(items).length === 0
    return Array.from({ length: listLength }, () => (isUnknown ? textFor(name) : sampleOf(items, name, depth + 1)))
  }
  if (types.includes('object')) {
    const properties = isSchema(schema['properties']) ? schema['properties'] : {}
    const keys = isSchema(schema['propertyNames']) ? schema['propertyNames']['examples'] : undefined
    const others = isSchema(schema['additionalProperties']) ? schema['additionalProperties'] : {}
    return Object.fromEntries([
      ...Object.entries(properties).map(([key, inner]) => [
        key,
        sampleOf(isSchema(inner) ? inner : {}, key, depth + 1),
      ]),
      ...(Array.isArray(keys) ? keys.map((key) => [String(key), sampleOf(others, name, depth + 1)]) : []),
    ])
  }
  if (types.length === 1 && types[0] === undefined) return true
  if (types.includes('boolean') && !types.includes('string')) return true
  if (schema['format'] === 'date') return '2026-03-05'
  if (schema['format'] === 'date-time') return '2026-03-05T14:30:00Z'
  if (types.includes('integer')) return 3
  if (types[0] === 'number') return Number(textFor(name)) || 3
  return textFor(name)
}

function textFor(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()
  const known = byName.find(([pattern]) => pattern.test(folded))
  return known?.[1] ?? (name === '' ? 'Example' : name)
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
