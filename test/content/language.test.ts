import { expect, test } from 'vitest';
import { languageOf } from '../../src/content/language.ts';

test.each([
  ['en', 'Cyber premiums level off after three hard years. Capacity has returned, and buyers notice the change.'],
  ['de', 'Rückversicherer erhöhen die Preise: Nach den Stürmen werden Verträge für das neue Jahr teurer'],
  ['fr', 'Les assureurs revoient leurs tarifs pour les risques climatiques dans le sud de la France'],
  ['es', 'Las aseguradoras suben los precios del seguro agrícola tras la sequía en el sur del país'],
  ['it', 'Gli assicuratori alzano i premi: il mercato della responsabilità civile cambia con le nuove regole'],
  ['nl', 'Verzekeraars verhogen de premies voor woningen na het noodweer van deze zomer, meldt het bureau'],
  ['pt', 'As seguradoras aumentam os preços do seguro automóvel após uma subida dos custos das reparações'],
  ['ja', '保険料が上昇、企業は補償を見直し'],
  ['zh', '保险公司上调车险价格'],
  ['ko', '보험사들이 보험료를 인상했다'],
  ['ar', 'شركات التأمين ترفع أسعارها هذا العام'],
  ['he', 'חברות הביטוח מעלות מחירים'],
  ['ru', 'Страховщики повышают тарифы на жильё'],
  ['uk', 'Страховики підвищують тарифи на житло'],
  ['el', 'Οι ασφαλιστικές αυξάνουν τα ασφάλιστρα'],
])('%s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test.each(['', '12,5 % — 2026', 'Varnholt Ré: Q3', 'Allianz, AXA, Generali', '😀'])('%j says nothing', (text) => {
  expect(languageOf(text)).toBeNull();
});
