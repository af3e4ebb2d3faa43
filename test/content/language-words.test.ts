import { expect, test } from 'vitest';
import { languageKeyToken, languageTerms, languageTokens } from '../../src/content/index/language-words.ts';

/** Matches a title by its language tokens alone. */
function finds(title: string, language: string, term: string): boolean {
  const tokens = new Set(languageTokens([title], language));
  return languageTerms(term, [language]).some((all) => all.every((key) => tokens.has(languageKeyToken(key))));
}

test.each<[language: string, title: string, found: string[], not: string[]]>([
  ['ja', '日銀、政策金利を引き上げ 米OpenAIも追加', ['政策金利', '日銀', 'OpenAI', '金'], ['京都', '日本', '株', '利']],
  ['zh', '中国人民银行下调存款准备金率', ['人民银行', '存款'], ['保险', '中行']],
  ['th', 'ธนาคารกลางขึ้นดอกเบี้ยนโยบาย', ['ดอกเบี้ย', 'ธนาคาร'], ['ประกันภัย']],
  ['ko', '보험사는 손해율 상승으로 보험료를 인상했다', ['보험', '보험료', '손해율'], ['은행']],
  ['ar', 'شركات التأمين ترفع الأسعار في السعودية والبنوك', ['تأمين', 'التأمين', 'شركة', 'بنوك'], ['نفط']],
  ['ru', 'Страховые компании повышают тарифы', ['компания', 'компаний', 'страховая'], ['банк', 'компот']],
  ['de', 'Münchner Rückversicherer bauen Häuser', ['Rueckversicherers', 'Haus', 'Häusern', 'Munchner'], ['Bank']],
  ['uk', 'Страхові компанії підвищують тарифи', ['компанії', 'страхова', 'тариф'], ['банк']],
  ['el', 'Οι ασφαλιστικές εταιρείες αυξάνουν τα ασφάλιστρα', ['εταιρεία', 'ασφαλιστική'], ['τράπεζα']],
  ['tr', 'Sigorta şirketleri primleri artırdı', ['şirket', 'prim', 'sirketler'], ['banka']],
  ['fi', 'Vakuutusyhtiöt korottavat hintoja', ['vakuutusyhtiö', 'hintojen'], ['pankki']],
  ['fr', 'Les assureurs en région parisienne', ['assureur', 'regions', 'régions'], ['banque']],
  ['es', 'Las inundaciones suben las pólizas', ['inundacion', 'inundación', 'poliza'], ['banco', 'policía']],
  ['es', 'El puerto se queda sin luces ni peces', ['puertos', 'luz', 'pez'], ['puerta']],
])('words in %s are found in all inflected forms, and other words are not', (language, title, found, not) => {
  expect(found.filter((term) => !finds(title, language, term))).toEqual([]);
  expect(not.filter((term) => finds(title, language, term))).toEqual([]);
});

test('words of a phrase must be adjacent in languages with inflected forms', () => {
  expect(finds('Die Deutsche Bank zahlt', 'de', 'deutschen Bank')).toBe(true);
  expect(finds('損保のAI規制 強化', 'ja', 'AI規制')).toBe(true);
  expect(finds('規制とAI 強化', 'ja', 'AI規制')).toBe(false);
  expect(finds('Die Bank der Deutschen zahlt', 'de', 'deutsche Bank')).toBe(false);
});

test('English texts get no language tokens, and texts in one language get fewer terms than texts in two', () => {
  expect(languageTokens(['Insurers raise prices'], 'en')).toEqual([]);
  expect(languageTerms('inundaciones', ['en'])).toEqual([]);
  expect(languageTerms('inundaciones', ['es']).length).toBeLessThan(languageTerms('inundaciones', ['es', 'fr']).length);
});
