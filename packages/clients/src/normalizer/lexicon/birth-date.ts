export const birthDate: readonly string[] = [
  'birthday|date of birth|dob|born|BDAY|geburtsdatum|geburtstag|geb datum|geboren|date de naissance|né le|née le',
  'fecha de nacimiento|nacimiento|cumpleaños|data di nascita|nato il|compleanno|data de nascimento|nascimento',
  'geboortedatum|data urodzenia|date de naiss|anniversaire|födelsedatum|fødselsdato|fødselsdag|datum narození',
  'data de nasc|dt nascimento|aniversário|verjaardag|geb am|fecha nacimiento|fecha de nac|f nacimiento',
  'birthday date|datum geboorte|urodziny',
  'syntymäaika|syntymäpäivä|synt aika|syntynyt',
  'születési dátum|születési idő|születésnap|szül dátum|szül idő|születés dátuma',
  'doğum tarihi|doğum günü|d tarihi',
  'дата рождения|день рождения|др|родился',
  '生年月日|誕生日|生年月日西暦',
  'birth dt|geb|geb dat|fecha nac|fec nac|data nasc|dt nasc|fødd',
]
