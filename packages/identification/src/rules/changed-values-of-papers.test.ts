import { type FieldType, modelOfText } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()
const find = async (text: string, fields: readonly { readonly name: string; readonly type: FieldType }[]) => {
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields } as const
  return (await identifier.identify(request, { signal })).fields
}

describe('what a paper says that it changes', () => {
  it.each<readonly [text: string, old: string, raw: string, now: string, other: string]>([
    ['The monthly rent will increase from £900 to £960.', 'currentRent', '£900', 'newRent', '£960'],
    [
      'Your monthly payment would rise from £812.40 to £1,093.15.',
      'currentPayment',
      '£812.40',
      'newPayment',
      '£1,093.15',
    ],
    [
      'Die Kaltmiete erhöht sich von bisher 690,00 € auf 745,00 €.',
      'bisherigeMiete',
      '690,00 €',
      'neueMiete',
      '745,00 €',
    ],
    ['Das Hausgeld wird von 285 € auf 310 € angehoben.', 'hausgeldAlt', '285 €', 'hausgeldNeu', '310 €'],
    ['Votre loyer mensuel passera de 742,00 € à 761,30 €.', 'ancienLoyer', '742,00 €', 'nouveauLoyer', '761,30 €'],
    ['La cuota fija pasará de 9,80 € a 10,45 € al mes.', 'cuotaAnterior', '9,80 €', 'cuotaNueva', '10,45 €'],
    ['La quota passa da 95,00 euro a 108,00 euro.', 'quotaPrecedente', '95,00 euro', 'nuovaQuota', '108,00 euro'],
    ['O prémio anual aumenta de 312,60 € para 329,90 €.', 'premioAnterior', '312,60 €', 'novoPremio', '329,90 €'],
    ['Wij verhogen uw huur van € 598,20 naar € 623,90.', 'oudeHuur', '€ 598,20', 'nieuweHuur', '€ 623,90'],
    ['Zaliczka wzrasta z 120,00 zł do 145,00 zł.', 'dotychczasowaZaliczka', '120,00 zł', 'nowaZaliczka', '145,00 zł'],
    ['Din hyra höjs från 8 450 kr till 8 790 kr per månad.', 'tidigareHyra', '8 450 kr', 'nyHyra', '8 790 kr'],
  ])('%j has both values', async (text, old, before, now, after) => {
    const found = await find(text, [
      { name: old, type: 'money' },
      { name: now, type: 'money' },
    ])
    expect(Object.fromEntries(found.map(({ name, raw }) => [name, raw]))).toEqual({ [old]: before, [now]: after })
  })

  it('has what holds from then on for a field that says neither', async () => {
    const [rent] = await find('The monthly rent will increase from £900 to £960.', [{ name: 'rent', type: 'money' }])
    expect(rent?.raw).toBe('£960')
  })

  it.each([
    ['The interest goes up from 6.1% to 6.6% on 1 July 2026. Confirm by 29 May 2026.', 'effectiveDate'],
    ['Der Beitrag steigt zum 1. Juli 2026 von 1,7 % auf 2,1 %. Sie können bis zum 31. Mai 2026 kündigen.', 'gueltigAb'],
  ])('has the day from which it holds: %j', async (text, name) => {
    const [day] = await find(text, [{ name, type: 'date' }])
    expect(day?.value).toBe('2026-07-01')
  })

  it('is none where a price has a range', async () => {
    const [price] = await find('The price is from £5 to £10 per item.', [{ name: 'price', type: 'money' }])
    expect(price?.raw).toBe('£5')
  })

  it('is that of the sentence with the words of the field', async () => {
    const text = 'The rent rises from £900 to £960. The service charge falls from £80 to £70.'
    const [charge] = await find(text, [{ name: 'newServiceCharge', type: 'money' }])
    expect(charge?.raw).toBe('£70')
  })

  it('costs no more than the text is long', async () => {
    const make = (size: number): string => 'rent from £1 to £2 '.repeat(size)
    await expectLinearTime(1000, make, (text) => find(text, [{ name: 'newRent', type: 'money' }]))
  })
})
