import { phraseBook } from '../phrase-book.ts'

/** Legal forms of some forty countries (ISO 20275 lists them all); short ones count only in their usual spelling. */
const forms =
  'Inc|Incorporated|Corp|Corporation|LLC|L.L.C.|LLP|L.L.P.|LP|L.P.|PLLC|P.C.|PC|PLC|plc|Ltd|Limited|Co Ltd|Company Limited|Company|Co|N.A.|Pty Ltd|Pty Limited|Pty|ULC|CIC|' +
  'GmbH|gGmbH|mbH|GmbH & Co KG|AG|AG & Co KG|KG|KGaA|OHG|GbR|UG|UG haftungsbeschränkt|eG|e.V.|AöR|KdöR|gUG|mbB|e.K.|SE|SE & Co KG|PartG mbB|Stiftung|GesmbH|Ges.m.b.H.|OG|' +
  'SA|S.A.|SAS|S.A.S.|SASU|SARL|S.A.R.L.|Sàrl|S.à r.l.|EURL|SNC|SCI|SCOP|SCS|S.L.|SL|S.L.U.|SLU|S.L.L.|SAU|S.A.U.|S. de R.L. de C.V.|S.A. de C.V.|S.A.B. de C.V.|Ltda|Lda|Limitada|EIRELI|S/A|' +
  'S.p.A.|SpA|S.r.l.|Srl|S.r.l.s.|S.a.s.|S.n.c.|Soc. Coop.|S.Coop.|S.Coop.And.|S.Coop.Mad.|S.C.C.L.|B.V.|BV|N.V.|NV|V.O.F.|VOF|C.V.|BVBA|SRL|SPRL|ASBL|VZW|U.A.|W.A.|Stichting|' +
  'AB|A/S|ApS|AS|ASA|Oy|Oyj|hf|ehf|Sp. z o.o.|S.A. Sp.k.|s.r.o.|a.s.|d.o.o.|d.d.|Kft|Zrt|Nyrt|Bt|EOOD|OOD|EAD|OÜ|UAB|SIA|A.E.|E.P.E.|Ltd Şti|A.Ş.|ООО|ОАО|ПАО|ЗАО|' +
  'ltée|Limitée|Unipessoal Lda|Sociedade Unipessoal Lda|Sociedad Anónima|Sociedad Limitada|S.E.N.C.|S.E.N.C.R.L.|I/S|K/S|P/S|ANS|NUF|HB|KB|Handelsbolag|Kommanditbolag|Aktiebolag|Aktieselskab|Anpartsselskab|Aksjeselskap|Ky|Tmi|e.U.|spol. s r.o.|k.s.|v.o.s.|o.p.s.|z.s.|sp. j.|sp. k.|S.R.L.|S.C.A.|Ltd. Şti.|Şti|A.B.E.E.|' +
  'Sdn Bhd|Bhd|Berhad|Pte Ltd|Pte|Pvt Ltd|Private Limited|PT|Tbk|K.K.|Kabushiki Kaisha|G.K.|Co., Ltd|Enterprise|Enterprises|Holdings|Trust|Bank|Foundation|Partnership|Association|University|Partners|' +
  'Universität|Université|Universidad|Università|Universidade|Uniwersytet|Banque|Banco|Banca|Sparkasse|Volksbank|Raiffeisenbank|' +
  // Public bodies and associations, before their names.
  'Gemeinde|Landkreis|Finanzamt|Stadtwerke|Klinikum|Gemeente|Ayuntamiento|Comune|Município|Mairie|Vereniging|Asociación|Associazione|Associação'

export interface LegalForm {
  /** As it must be written, where the letters alone would be a common word. */
  readonly spelling: string | undefined
  /** Says what kind of body it is, and is a common word as well. */
  readonly weak: boolean
}

const weakForms = new Set(
  'Company|Co|Limited|Enterprise|Enterprises|Holdings|Trust|Bank|Foundation|Partnership|Association|University|Partners|Pty|Pte|Stiftung|Corporation|Incorporated|Banque|Banco|Banca'.split(
    '|',
  ),
)
const weakOnly = new Set(
  'Co|Company|Enterprise|Enterprises|Holdings|Trust|Bank|Foundation|Partnership|Association|University|Partners|Stiftung|Limited|Universität|Université|Universidad|Università|Universidade|Uniwersytet|Banque|Banco|Banca|Sparkasse|Volksbank|Raiffeisenbank|Gemeinde|Landkreis|Finanzamt|Stadtwerke|Klinikum|Gemeente|Ayuntamiento|Comune|Município|Mairie|Vereniging|Asociación|Associazione|Associação'.split(
    '|',
  ),
)

export const legalForms = phraseBook(
  forms.split('|').map((form): readonly [string, LegalForm] => [
    form,
    {
      spelling: form.replace(/[^\p{L}]/gu, '').length <= 4 && !weakForms.has(form) ? form : undefined,
      weak: weakOnly.has(form),
    },
  ]),
)
