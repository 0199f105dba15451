import { expect, it } from 'vitest'
import { abbreviatedField } from './abbreviated-name.ts'
import { qualifiedField } from './column-name.ts'
import { sampleOf } from './header-rows.test-support.ts'
import { fieldNamed } from './known-columns.ts'
import { areAll } from './value-forms.ts'

/**
 * Names of columns in the manner of exports in 17 languages, written before the rules and the lexicon were looked at; `none` are
 * columns of others: of agents, files, dates. Measured then: 88.8 % right, 1.2 % wrong.
 */
const columns: Readonly<Record<string, string>> = {
  givenName:
    'Contact First Nm|Vorn.|Nome di batt.|Voorn.|Förn.|Etun.|Ker.név|Prén.|Prim. nome|Roepn.|Tilltalsn.|Keresztn.',
  familyName:
    'Contact Last Nm|Nachn.|Cogn.|Tussenv.|Achtern.|Eftern.|Sukun.|Vez.név|Familienn.|Nom fam.|Prim. apell.|Últ. nome|Familien.|Příjm.|Vezetékn.|Фам.',
  email:
    'Prim. Email Addr|From Email Address|SMTP_ADDR|Mailadr.|E-Mail-Adr. 2|Correo elec.|Ind. e-mail|E-mail princ.|E-mailadr.|Adr. e-mail|E-postadr.|E-mail soukr.|Sähköp. os.|E-posta adr.|Private E-Mail-Adr.|Adr. mail|Corr. electr.|Posta elett.|Cor. eletr.|Mejladr.|E-mail kont.|El. pošta|Sähköpostios.|Эл. адр.',
  phone:
    'TELF1|Tel. priv.|Geschäftstel.|Telefonnr. Festnetz|Tél. bur.|Tél. port.|Numéro de téléphone mobile|Tel. móv.|Tel. trab.|Tel. cel.|Tel. com.|Mob. nr.|Tel. służb.|Tel. arb.|Munkah. tel.|勤務先電話|Default Address Phone|Mobilfunknr.|Festnetznr.|Tél. dom.|Tél. trav.|Teléf. móvil|Teléf. casa|Telef. casa|Telef. uff.|Telem.|Hemtel.|Jobbtel.|Arb. tlf.|Tel. stac.|Kotipuh.|Työpuh.|Cep telefon|Дом. тел.',
  street:
    'Card Address Line1|Address Line 2/District/Neighborhood|Addr Line 2|Addr Line 3|STRAS|Str. u. Nr.|Strassenname|Postanschrift - Straße|Dir. fiscal|Ind. residenza|End. residencial|Adr. + huisnr.|Ul. i nr domu|Gatuadr.|Gateadr.|Ul. a č. p.|Katuos.|Ул., дом|番地・建物|Contact: Address Mail Street|Postal Addr.|Wohnanschr.|Straße Hausn.|Adr. postale|Domic.|Indir.|Mor.|Straatn.|Bostadsadr.|Adres zam.|Kotios.|Utca, hsz.|Адр. прожив.',
  locality:
    'Ortsch.|Postanschrift - Ort|Pobl.|Loc.|Mun.|Woonpl.|Miejsc.|Město/obec|Postitmp.|市区郡|Contact: Address Mail City|Municip.|Citt.|Localid.|Bost.ort|Hjemby|Miejscow.|Kotipaikk.|Telep.|Гор.',
  region: 'State/Province/Region/County/Territory/Prefecture/Republic|state_id/name|Bundesl.|Prov. (sigla)|Woj.|Обл.',
  postcode:
    'PSTLZ|Postanschrift - PLZ|Postc.|Posta k.|Contact: Address Mail Postcode|Cde postal|Kod pocz.|Směr. číslo|Irányítósz.|Posta kod.|Инд.',
  birthDate:
    'cf_birth_date|Geb.-Tag|Geburtsd.|Date naiss.|Födelsedat.|Dat. nar.|Doğ. tarihi|Contact: Birth Date|Geburtsdat.|Dte naiss.|F. nacim.|Data di nasc.|Data nascim.|Datum naroz.',
  none: "Open Matters|Opp. Counsel Email|Ph. Ext.|Resp. Attorney|Created (UTC)|Card Last4|Card Brand|Total Spend|To Email Address|Invoice Number|Lead Owner|Lead Source|Annual Revenue|Email Opt Out|Created Time|Open balance|Resale no.|Fax No|Credit Limit|Contact: Owner ID|Contact: Last Activity|Staatsangeh.|Kontonr.|Bankverb.|Fax gesch.|Kontaktgr.|Erstellt am|Letzte Aktivität|Telefon Assistent|Propriétaire du contact|Phase du cycle de vie|Date de création|E-mail du propriétaire|Forma de pago|Fec. alta|Comercial asignado|Luogo nasc.|Dt. cadastro|Voorl.|Rabat %|Data dodania|Betalingsbet.|Fizetési mód|Szül. hely|Kayıt tarihi|Дата создания|Contact: Twitter|Emerg. Contact Ph.|Ins. Co.|Ref. Physician|Resp. Party Name|Total Orders|Tax Exempt|Order Date|Ticket Type|Buyer Email|Eintrittsdat.|Kto.-Nr.|Telefaxnr.|Krankenk.|Vers.-Nr.|Méd. traitant|Medico curante|Médico fam.|Отч.|Лечащий врач|Vendor Email|Bookkeeper Ph.|Payer Name|Landlord Addr.|School Name|Birth Place|Mother's Maiden Name|Sales Rep. Email|Opp. Party|Insurer Tel.|Dept.|Depart.|Comp. size|Prod. name|Acct. Mgr.|Mtg. Loc.|Tel. Log|Mail Status|Post Date|Num. Orders|Pos. No.|Contr. No.|Reg. Date|Land Area|Nat. Ins. Cat.|Steuerberater E-Mail|Hausverw. Tel.|Kontaktdat.|Mandatsbeg.|Gegner Anschr.|Vers.-Tel.|Abt.|Bearb.|Ang.-Nr.|Auftragsnr.|Rechnungsnr.|Bestellnr.|Lieferantennr.|Landesverb.|Anz. Kinder|Tél. notaire|E-mail expert|Nom conj.|Lieu naiss.|Nbre enf.|Comm.|Code agence|Resp. dossier|Ville naiss.|Pays naiss.|Tél. urg.|Cat. prof.|Nom assur.|Date adh.|Dir. régional",
  externalId:
    'KUNNR|Kontakt Nr.|Réf. tiers|Identifiant du contact|Cod. cli.|Cód. cli.|As.nro|Ügyf. azon.|Müşt. kodu|Mitgl.-Nr.|N° adh.|N.º hist.|Cod. paz.|N.º utente|Patiëntnr.|患者番号',
  name: 'Nom. y apell.|Nome compl.|Imię i nazw.|Jm. a příjm.',
  taxId: 'STCEG|Cod. fisc.|Steueridentnr.|Codice fisc.|N.º contrib.',
  country: 'country_id/name|Postanschrift - Land|Naz.',
  organization:
    "Fa.|Raison soc.|Nom de l'entreprise|Razón soc.|Rag. soc.|Razão soc.|Bedrijfsn.|Företagsn.|Организ.|Default Address Company|Arbeitg.|Soc.|Empr.|Werkg.|Arbetsgiv.",
  jobTitle:
    'Fonct.|Intitulé de poste|Profiss.|Stanow.|Job Tit.|Berufsbez.|Prof.|Profes.|Profess.|Ammat.|Foglalk.|Mesl.|Проф.',
  website: 'Internetadr.|Pág. web',
  notes: 'Observ.|Annot.|Opm.|Anteckn.|Bemærkn.|Pozn.|Lisätiet.|Megj.|Прим.|Bemerkg.|Remarq.|Osserv.|Notit.|Комм.',
  honorific: 'Anr.|Titul',
  language: 'Korrespondenzspr.|Prim. Lang.',
}

const sample = new Map(
  sampleOf(Object.keys(columns).map((field) => [field, field]))
    .flatMap(({ values }) => values)
    .map(({ column, value }) => [column, value]),
)

/** As `mapColumns` asks: by the whole name, by the name with words around it, by words cut off. */
const fieldOf = (column: string, values: readonly string[]): string =>
  fieldNamed(column) ?? qualifiedField(column) ?? abbreviatedField(column, (field) => areAll(field, values)) ?? 'none'

it('reads names that are cut off or put together: hardly one is unknown, and none is taken for another', () => {
  const all = Object.entries(columns).flatMap(([wanted, list]) => list.split('|').map((column) => ({ column, wanted })))
  const read = all.map(({ column, wanted }) => ({ column, wanted, field: fieldOf(column, [sample.get(wanted) ?? '']) }))
  expect(read.filter(({ wanted, field }) => field !== wanted && field !== 'none')).toEqual([])
  const missed = read.filter(({ wanted, field }) => field !== wanted)
  expect(missed.length / all.length, missed.map(({ column }) => column).join('; ')).toBeLessThan(0.1)
})

it.each([
  'Client',
  'Tags',
  'Konto-Nr.',
  'Tel. par.',
  'Fax gesch.',
  'Geburtsort',
  'Company contact name',
  'E-mail ver.',
  'Depart.',
])('takes %j for none: it may be something else', (column) =>
  expect(fieldOf(column, [])).toBe(column === 'Client' ? 'name' : 'none'),
)
