import type { FieldType, WantedField } from '@chancery/core'
import { spaced, targetOf } from '../labels/target.ts'
import { wordsOf } from '../text-index.ts'

/** A column of rows that are wanted: its name in the record, and the words that stand at its head. */
export interface RecordColumn {
  readonly name: string
  readonly type: FieldType
  readonly heads: readonly (readonly string[])[]
}

interface KnownColumn {
  readonly type: FieldType
  readonly heads: readonly string[]
}

const column = (type: FieldType, heads: string): KnownColumn => ({ type, heads: heads.split('|') })

/** Columns of invoices, orders and delivery notes; heads in en, de, fr, es, it, pt, nl, pl, sv, da, cs, hu, ro, tr, el, ru, uk, ja, zh, he, ar. */
const known = {
  position: column('integer', 'pos|position|line|lp|poz|rad|p.č'),
  code: column(
    'identifier',
    'item code|item no|article no|product code|sku|part no|Artikelnummer|Artikel-Nr|Art.-Nr|référence|réf|código|codice|cod|code|art. nr|artikelnr|nr kat|артикул|品番',
  ),
  description: column(
    'text',
    'description|item|items|service|services|goods|product|particulars|details|Bezeichnung|Beschreibung|Leistung|Artikel|Artikelbezeichnung|Warenbezeichnung|Gegenstand|désignation|libellé|article|prestation|concepto|descripción|producto|artículo|servicio|descrizione|prodotto|articolo|descrição|designação|artigo|produto|omschrijving|artikel|nazwa|nazwa towaru|opis|beskrivning|benämning|beskrivelse|varebeskrivelse|vare|popis|název|megnevezés|denumire|denumirea|açıklama|ürün|hizmet|περιγραφή|είδος|наименование|товар|товары|услуга|услуги|работы|найменування|послуга|послуги|towar|towary|usługa|zboží|položka|tétel|produs|produse|servicii|tjänst|品名|摘要|項目|内容|品目|名称|品名规格|תיאור|פירוט|الوصف|البيان|الصنف',
  ),
  quantity: column(
    'number',
    'quantity|qty|hours|Menge|Anzahl|Stunden|Std|quantité|qté|qte|cantidad|cant|uds|unidades|quantità|q.tà|qta|quantidade|quant|qtd|qtde|aantal|ilość|antal|množství|mennyiség|cantitate|cant|miktar|adet|ποσότητα|количество|кол-во|кількість|数量|כמות|الكمية|العدد',
  ),
  unit: column(
    'text',
    'unit|uom|Einheit|ME|unité|unidad|u.m|unità|unidade|eenheid|j.m|jm|enhet|enhed|mj|m.e|birim|ед|од|単位|单位',
  ),
  unitPrice: column(
    'money',
    'unit price|price each|price|rate|Einzelpreis|E-Preis|EP|Stückpreis|Preis|prix unitaire|P.U|PU|P.U. HT|prix|precio unitario|precio|p. unit|prezzo unitario|prezzo|preço unitário|preço|prijs per stuk|stukprijs|eenheidsprijs|prijs|tarief|cena jednostkowa|cena jedn|cena netto|cena|à-pris|styckpris|pris|enhedspris|stykpris|jednotková cena|cena/mj|egységár|preț unitar|preț|birim fiyat|birim fiyatı|fiyat|τιμή μονάδας|τιμή|цена|ціна|単価|单价|מחיר|מחיר יחידה|السعر|سعر الوحدة',
  ),
  discount: column('percent', 'discount|disc|Rabatt|remise|dto|descuento|sconto|desconto|korting|rabat|sleva|indirim'),
  taxRate: column(
    'percent',
    'vat|vat %|vat rate|tax|tax rate|MwSt|USt|MwSt-Satz|TVA|IVA|% IVA|btw|moms|DPH|áfa|KDV|ΦΠΑ|НДС|ПДВ|税率',
  ),
  amount: column(
    'money',
    'amount|line total|total|total price|net amount|value|sum|Betrag|Gesamtpreis|Gesamt|G-Preis|GP|Summe|Nettobetrag|montant|total HT|montant HT|importe|importo|totale|valor|valor total|bedrag|totaal|wartość|wartość netto|kwota|belopp|summa|beløb|i alt|celkem|összesen|összeg|érték|valoare|valoarea|tutar|toplam|αξία|ποσό|сумма|стоимость|сума|вартість|金額|金额|合计|סכום|סה"כ|المبلغ|المجموع|الإجمالي',
  ),
} as const
type KnownName = keyof typeof known

/** Other names of the same columns, as callers have them. */
const synonyms: Readonly<Record<string, KnownName>> = {
  price: 'unitPrice',
  'unit cost': 'unitPrice',
  rate: 'unitPrice',
  total: 'amount',
  sum: 'amount',
  'line total': 'amount',
  'total price': 'amount',
  name: 'description',
  product: 'description',
  item: 'description',
  qty: 'quantity',
  count: 'quantity',
  vat: 'taxRate',
  sku: 'code',
  'article number': 'code',
  'item number': 'code',
  number: 'position',
}

export const wordsOfHead = (head: string): readonly string[] => wordsOf(head).map((word) => word.folded)
const folded = (label: string): string => wordsOfHead(label).join(' ')
const byHead = new Map<string, KnownName>()
for (const [name, { heads }] of Object.entries(known) as [KnownName, KnownColumn][])
  for (const head of heads) if (!byHead.has(folded(head))) byHead.set(folded(head), name)

/** The columns of a field of type `record`: those that the caller names, else those of line items. */
export function recordColumns(fields: WantedField['fields']): RecordColumn[] {
  if (fields === undefined)
    return Object.entries<KnownColumn>(known).map(([name, { type, heads }]) => ({
      name,
      type,
      heads: heads.map(wordsOfHead),
    }))
  return fields.map((field) => {
    const own = spaced(field.name)
    const name = synonyms[own.toLowerCase()] ?? byHead.get(folded(own))
    const target = targetOf(field)
    const heads = [
      ...(field.labels ?? []),
      own,
      ...(field.description === undefined ? [] : [field.description]),
      ...(name === undefined ? [] : known[name].heads),
    ]
    const type = field.type ?? (name === undefined ? target.type : known[name].type)
    return { name: field.name, type, heads: heads.map(wordsOfHead) }
  })
}

/** How well the words at the head of a column name one that is wanted: 0 not at all, 1 among others, 2 at their beginning, 3 alone. */
export function headFit(words: readonly string[], column: RecordColumn): number {
  let best = 0
  for (const wanted of column.heads) {
    if (wanted.length === 0 || wanted.length > words.length) continue
    const begins = wanted.every((word, at) => words[at] === word)
    if (begins) best = Math.max(best, words.length === wanted.length ? 3 : 2 + wanted.length * 0.1)
    else if (words.join(' ').includes(wanted.join(' ')) && wanted.join('').length > 2) best = Math.max(best, 1)
  }
  return best
}
