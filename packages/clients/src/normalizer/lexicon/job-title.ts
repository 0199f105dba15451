export const jobTitle: readonly string[] = [
  'position|role|function|occupation|profession|organization title|organization 1 title|job|berufsbezeichnung|beruf',
  'funktion|position im unternehmen|fonction|poste|métier|cargo|puesto|profesión|mansione|ruolo|profissão|função',
  'functie|beroep|stanowisko|business title|stellenbezeichnung|position titel|organizations.title|company title',
  'intitulé du poste|puesto de trabajo|título profesional|functietitel|befattning|stilling|pozice|professione',
  'titolo di lavoro|cargo na empresa|contact title|position title|posizione',
  'titteli|ammatti|tehtävänimike|asema|työnimike',
  'beosztás|foglalkozás|munkakör',
  'unvan|görev|meslek|pozisyon|iş unvanı',
  'должность|профессия',
  '役職|職業|肩書|肩書き|職種|役職名',
  'occup|role title',
  'job position|job role|job function|yrke|stillingsbetegnelse|erhverv|zawód|zaměstnání',
]
