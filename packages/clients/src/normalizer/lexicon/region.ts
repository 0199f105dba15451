export const region: readonly string[] = [
  'state or province name|state|province|county|state province|state region|address 1 region|home state',
  'business state|mailing state province|billing state province|ADR.region|address.state|address.region|bundesland',
  'kanton|land bundesland|département|provincia|comunidad autónoma|regione|distrito|provincie|województwo',
  'region state|state or province|state county|state or region|estado provincia|provincia estado|regiao|voivodeship',
  'kraj region|région province|federal state|prov|län|fylke|province code|state code|uf|provincia o estado',
  'estado o provincia',
  'maakunta|lääni',
  'megye',
  'bölge|eyalet',
  'область|регион|край|область край|республика|субъект рф',
  '都道府県|県|都道府県名|府県|州',
  'province state|prov state|county state|st prov|state cd|state/prov',
]
