export const familyName: readonly string[] = [
  'last name|surname|last|lname|N.family|name.family|name.last|properties.lastname|nachname|familienname|zuname|nom',
  'nom de famille|apellido|apellidos|primer apellido|apellido 1|1er apellido|cognome|sobrenome|apelido|último nome',
  'achternaam|familienaam|nazwisko|efternamn|efternavn|etternavn|příjmení|family|nom usage|nom usuel|nom d usage|nom marital',
  'apellido paterno|contact last name|nomes de família|names.family name|name adressattyp natürl person',
  'sukunimi|nykyinen sukunimi',
  'vezetéknév|családnév|családi név|vezetékneve|családneve',
  'soyad|soyadı|soyisim|müşteri soyad',
  'фамилия|фамилия контакта|фамилия клиента',
  '姓|名字|苗字|姓漢字|ラストネーム|氏',
  'legal last name|legal surname|legal family name',
  'lst name|client last name|customer last name|cust last name|client surname',
  'прізвище|επώνυμο|επίθετο|nume|nume de familie|성|שם משפחה|اسم العائلة|priezvisko',
]
