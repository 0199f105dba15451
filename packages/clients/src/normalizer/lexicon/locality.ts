export const locality: readonly string[] = [
  'locality name|city|town|city town|suburb|address 1 city|home city|business city|mailing city|billing city',
  'ADR.locality|address.city|address.locality|address.town|ort|stadt|wohnort|ort geschäftlich|ort privat|gemeinde',
  'ville|commune|localité|ciudad|población|localidad|municipio|città|comune|località|cidade|plaats|woonplaats|stad',
  'gemeente|miasto|miejscowość|city or town|wohnsitz|stadt ort|postort|poststed|mesto|obec|postal town',
  'city locality',
  'kaupunki|kunta|postitoimipaikka|paikkakunta|kotipaikka|kotikunta|toimipaikka',
  'város|település|helység|helységnév|lakhely|település neve',
  'şehir|kent|il|ilçe|semt il|şehir il',
  'город|населенный пункт|нас пункт|город проживания|местность',
  '市|市区町村|市町村|都市|市区郡町村|市郡|市区',
  'plaatsnaam|localidade|town city|city suburb|twn|cty|municipality|by|bydel',
]
