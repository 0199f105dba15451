export const country: readonly string[] = [
  'friendly country name|country region|nation|country code|address 1 country|home country|home country region',
  'business country|business country region|mailing country|billing country|ADR.country|address.country|land',
  'land region|pays|país|paese|nazione|kraj|country name|country or region|pays région|país región',
  'kraj zamieszkania|maa|stát|zeme|country iso|land privat|country territory|paese residenza|staat land|land staat',
  'país o región|país região|land regio',
  'maakoodi|kotimaa|asuinmaa',
  'ország|országkód',
  'ülke|ülke kodu',
  'страна|государство|код страны',
  '国|国名|国コード|国地域',
  'länderkennzeichen|länderkürzel|ländercode|cntry|ctry|country cd|country code iso|region country',
  'країна|χώρα|țară|국가|国家|國家|מדינה|الدولة|البلد',
]
