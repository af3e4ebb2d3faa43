/** Each headline, in the format of `headlines.ts`, has misled a simpler tagger. */
export const TRICKY = `
New Mexico insurers brace for wildfire season | The state’s largest carriers want higher deductibles in the mountains. | catastrophe | | US
Georgia governor signs tort reform into law | Insurers in Atlanta expect fewer nuclear verdicts. | litigation casualty | | US
Georgia and Armenia agree on a green card for motor insurers | Tbilisi will accept Armenian policies from next year. | | | GE AM
Michael Jordan invests in a racing team | Jordan and his partners bought it from a family office.
Jordan lifts the minimum capital of insurers | The central bank in Amman gives them two years. | regulation | | JO
Chad Fennimore joins the board | Fennimore brings 20 years of experience in retail. | talent
Turkey producers insure flocks against bird flu | Thanksgiving demand raised the sums insured. | agriculture
Turkey raises the quake pool’s limits | The Turkish government wants every flat insured. | catastrophe | | TR
Apple growers ask for cover against hail | An apple that has a scar is worth half. | agriculture
Shares of Apple fall after a recall of chargers | Apple said no one was hurt. | product-recall | Apple Inc.
Varnholt Re buys a stake in a modeller | The reinsurer pays cash. | reinsurance mergers-and-acquisitions | Varnholt Re
Varnholt opens an office in Niger | The family firm trades in uranium. | | Varnholt | NE
Bank of Jordan insures its branches in Nigeria | The policy covers cash in transit. | fine-art | Bank of Jordan | NG
South American carriers meet North American brokers | They agreed on wordings for hydrogen plants. | energy | | | south-america north-america
American insurers follow Latin American peers into microinsurance | Premiums start at one dollar. | | | US | latam
Storms over the Indian Ocean delay shipments | Cargo waits in Mauritius. | marine-cargo catastrophe | | MU
Indiana court hears dispute over a silo | The verdict is due in May. | litigation agriculture | | US
Papua New Guinea drops a levy on premiums | Guinea-Bissau and Equatorial Guinea keep theirs. | | | PG GW GQ
Dominica rebuilds; the Dominican Republic buys cover | Dominican officials signed after the hurricane. | catastrophe | | DM DO
Northern Ireland floods cost £40m | Insurers in Ireland sent adjusters across the border. | catastrophe claims | | GB IE
Contact us about us and them | The rest of us wait for an answer from it.
New Zealand and South Korea sign a pact on catastrophe data | The U.S. and the U.K. may join. | catastrophe | | NZ KR US GB
New Jersey port closes after a spill of jersey barriers | The barriers fell from a truck. | | | US
Emirati fund buys UAE broker | EMEA brokers expect more deals in the Gulf, but none on the Gulf Coast. | mergers-and-acquisitions | | AE | emea gcc
Aviva and the Marlow Company share a captive | In Spanish, aviva means stoke. | captives | Aviva plc, The Marlow Company | ES
The satellite went into orbit | Orbit insured the launch; an orbit decays in years. | | Orbit Ltd
European Union agrees on AI rules | The EU wants insurers to explain decisions. | artificial-intelligence regulation | | | european-union
Guinea pigs, china plates and swiss rolls | A polish for brass, a brazil nut, and a turkey.
Côte d’Ivoire and Türkiye exempt crop policies from tax | Cote d'Ivoire begins in June. | agriculture | | CI TR
Executives in Manila and the Isle of Man | A man from the Philippines leads both offices. | | | IM PH
`;
