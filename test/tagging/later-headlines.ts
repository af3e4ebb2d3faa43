/** These headlines were labelled after the rules were final: `title | companies | countries | geo groups`. */
export const LATER_COMPANIES = [
  { id: 801, name: 'Allianz SE' },
  { id: 802, name: 'AXA' },
  { id: 803, name: 'Chubb' },
  { id: 804, name: 'Marsh' },
  { id: 805, name: 'Gap' },
  { id: 806, name: 'Target' },
  { id: 807, name: 'Zurich Insurance Group' },
  { id: 808, name: 'Orbit Ltd' },
  { id: 809, name: 'Beazley plc' },
  { id: 810, name: 'Root' },
];

export const LATER_HEADLINES = `
Florida lawmakers debate a new fund for hurricane losses || US
California wildfire victims wait for payouts || US
Texas hail season breaks records || US
Ohio regulators fine an auto insurer || US
Louisiana insurer of last resort cuts rates || US
New Orleans levees pass their test || US
Seattle startup insures drones || US
Chicago brokers open a London office || US GB
Tokyo quake drill exposes gaps in cover || JP
Osaka port insures cargo against typhoons || JP
Sydney floods leave thousands without cover || AU
Melbourne insurtech raises A$20m || AU
Queensland cyclone pool pays first claims || AU
Auckland landslide claims close || NZ
Wellington weighs a levy on quake cover || NZ
Toronto underwriters launch a cyber facility || CA
Vancouver port strike hits marine insurers || CA
Alberta caps motor premiums || CA
Quebec ice storm claims mount || CA
Mexico City tests parametric quake cover || MX
Monterrey factories seek business interruption cover || MX
São Paulo floods cost insurers dear || BR
Rio de Janeiro hosts reinsurance forum || BR
Buenos Aires brokers brace for inflation || AR
Bogotá insurers back a green bond || CO
Lima insurers see mining claims rise || PE
Caracas insurers shrink again || VE
Havana hotels lose cover under sanctions || CU
Kingston upon Hull flood wall opens || GB
London market premiums slip || GB
Manchester Arena claims settled || GB
Leeds law firm wins subrogation case || GB
Glasgow brokers merge || GB
Belfast insurer hires claims staff || GB
Welsh farmers lose flood cover || GB
Scots insure their islands' ferries || GB
Dublin court rules on pub closures || IE
Paris Olympics cover pays out || FR
Lyon chemical plant fire estimated at €90m || FR
Berlin proposes compulsory flood insurance || DE
Hamburg shipowners face higher war risk rates || DE
Frankfurt bank buys a captive manager || DE
Munich hosts reinsurers for renewals || DE
Vienna insurers cut their coal exposure || AT
Zurich floods its trams || CH
Geneva hosts talks on pandemic cover || CH
Amsterdam broker adds a marine team || NL
Rotterdam harbour blaze spreads || NL
Dutch flood claims exceed estimates || NL
Brussels brokers' association elects a chair || BE
Luxembourg captives grow || LU
Madrid hail damage to cars put at €40m || ES
Spaniards buy less life cover || ES
Lisbon insurers test quake pool || PT
Rome considers mandatory catastrophe cover || IT
Naples volcano drill worries insurers || IT
Athens wildfire losses rise || GR
Istanbul quake pool buys more cover || TR
Ankara raises motor tariffs || TR
Warsaw insurers post record profits || PL
Poles insure their phones || PL
Prague flood defences hold || CZ
Czechs switch motor insurers || CZ
Budapest court fines an insurer || HU
Bucharest motor insurer fails || RO
Sofia brokers' day draws 300 || BG
Belgrade hosts Balkan insurers || RS
Kyiv war risk scheme expands || UA
Odesa grain ships regain cover || UA
Moscow seizes leased jets, insurers say || RU
Finns lead in pension cover || FI
Helsinki insurer pays for snow damage || FI
Swedes drop boat cover || SE
Stockholm insurtech lists || SE
Danes insure their bikes || DK
Copenhagen wind insurer expands || DK
Oslo energy underwriters meet || NO
Reykjavik watches a volcano, as do insurers || IS
Icelandic eruption threatens a spa || IS
Tallinn startup sells crypto cover || EE
Riga port insures its cranes || LV
Vilnius regulator tightens solvency rules || LT
Dubai exchange lists an insurer || AE
Abu Dhabi fund invests in reinsurance || AE
Riyadh makes health cover mandatory || SA
Doha tower claims settled || QA
Tel Aviv cyber insurer raises funds || IL
Israelis flood insurers with claims || IL
Cairo insurers merge || EG
Suez blockage claims drag on || EG
Casablanca hosts African reinsurers || MA | africa
Lagos brokers chase unpaid premiums || NG
Nairobi insurers launch crop cover || KE
Johannesburg riots claims near an end || ZA
Cape Town drought cover pays || ZA
Accra regulator revokes licences || GH
Kinshasa opens its market to foreign insurers || CD
Congo mine collapse claims 30 lives || CD
Ethiopians buy livestock cover || ET
Addis Ababa insurers go digital || ET
Mumbai monsoon claims triple || IN
Bengaluru insurtech lays off staff || IN
Delhi smog cover sells out || IN
Karachi heat cover pays workers || PK
Dhaka garment factories seek fire cover || BD
Colombo insurers recover || LK
Kathmandu trekking claims probed || NP
Bangkok flood losses fall || TH
Jakarta sinks, and insurers worry || ID
Manila typhoon bond triggers || PH
Filipinos abroad buy term life || PH
Hanoi insurers face mis-selling inquiry || VN
Ho Chi Minh City fire law tightens || VN
Kuala Lumpur flood relief tops up cover || MY
Singapore reinsurers open a hub || SG
Hong Kong typhoon claims hit HK$2bn || HK
Taipei quake insurers pay fast || TW
Seoul lifts limits on insurers' bond issues || KR
Busan shipyards insure LNG carriers || KR
Beijing widens long-term care cover || CN
Shanghai free trade zone draws reinsurers || CN
Shenzhen battery fires raise rates || CN
Asian carriers expand || | asia
Latin American brokers consolidate || | latam
EU regulators study AI underwriting || | european-union
European hail losses double || | europe
Nordic insurers form a pool || | nordics
Caribbean islands renew storm cover || | caribbean
Sub-Saharan Africa lags in cover || | sub-saharan-africa
Middle East war risk rates jump || | middle-east
Gulf insurers eye mergers || | gcc
Eurozone bond yields lift insurers || | eurozone
Southeast Asia flood risk rises || | south-eastern-asia
Allianz lifts its outlook | Allianz SE
AXA sells a Turkish unit | AXA | TR
Chubb names a new head of marine | Chubb
Zurich Insurance Group to buy a travel insurer | Zurich Insurance Group
Beazley shares drop after cyber losses | Beazley plc
Shares of Target fall after a data breach | Target
Earnings of Gap beat forecasts, and its insurer pays | Gap
Brokers at Marsh expect softer rates | Marsh
Insurers are on target for a record year ||
Underwriters find the root of the problem ||
Salt marsh restoration cuts flood losses ||
The protection gap widens again ||
Satellites in low orbit need cover ||
Allianz and AXA pull out of a coal mine in Queensland | Allianz SE, AXA | AU
Chubb insures a bridge in Pittsburgh | Chubb | US
Georgia tort reform trims verdicts in Savannah || US
Georgian wine cellars flood in Tbilisi || GE
Jordan Smith becomes chief actuary ||
Amman signs a parametric drought deal || JO
U.S. Gulf Coast ports shut before landfall || US
US Virgin Islands rebuilds its grid || VI
Cayman regulator licenses ten captives || KY
Dominicans sue a cruise line || DO
Americans underestimate flood risk || US
St Kitts buys more catastrophe cover || KN
Washington sues a title insurer || US
Turkey recalls drones after crashes || TR
Turkey prices climb before Thanksgiving ||
Riga ferry operator wins hull claim || LV
Tallinn start-up insures e-scooters || EE
Estonians buy more travel cover than ever || EE
Vilnius court freezes insurer's assets || LT
Prague floods test a new catastrophe bond || CZ
Czech motor tariffs climb 12% || CZ
Slovak lawmakers cap broker commissions || SK
Budapest hosts reinsurers in May || HU
Warsaw metro tunnels get cover at last || PL
Bucharest quake pool runs short of capital || RO
Greek shipowners balk at Black Sea rates || GR
Athens wildfire losses pass €400m || GR
Turkish quake insurer raises its limits || TR
Istanbul retrofits schools after risk survey || TR
Nicosia clears a merger of two mutuals || CY
Maltese captives grow for a fifth year || MT
Swiss regulator questions climate models || CH
Zurich lake steamers insured for a century || CH
AXA closes three regional offices in Belgium | AXA | BE
Allianz buys a stake in a Danish insurtech | Allianz SE | DK
Chubb names a marine head for Singapore | Chubb | SG
Marsh sees cyber rates fall in Canada and Brazil | Marsh | CA BR
Beazley pays out after outage at Dutch airport | Beazley plc | NL
Shares of Gap rise as shoppers return | Gap
Mind the gap between premiums and losses
Retailer Target sued over data breach, analysts say | Target
Insurers set a target for emissions
The root cause of the outage is still unknown
Investors in Root cheer its first annual profit | Root
Satellite leaves its orbit, underwriters brace
Zurich Insurance Group raises its dividend | Zurich Insurance Group
Copenhagen cloudburst plan cuts claims || DK
Norwegian salmon farms face dearer cover || NO
Oslo pension funds shun coal insurers || NO
Swedes sue over delayed disability payments || SE
Helsinki insurer exits forestry || FI
Icelandic volcano closes roads, insurers wait || IS
Jakarta sinks, and premiums with it || ID
Manila brokers digitise typhoon claims || PH
Filipino seafarers get better medical cover || PH
Hanoi drafts a law on insurance agents || VN
Thai floods hit car plants again || TH
Bangkok condo owners lack quake cover || TH
Malaysian takaful assets double || MY
Seoul fines a life insurer over sales || KR
South Korean drivers flock to mileage-based cover || KR
North Korea hackers blamed for theft at crypto insurer || KP
Beijing widens crop insurance || CN
Hong Kong welcomes its eighth captive || HK
Taiwan chip plants insured for quakes || TW
Mumbai monsoon claims swamp insurers || IN
Delhi smog sparks health claims || IN
Pakistani farmers try index insurance || PK
Sri Lankan tea estates seek drought cover || LK
Dhaka garment factories insure their workers || BD
Kathmandu quake bond is fully placed || NP
Lagos brokers ask for a flood pool || NG
Kenyan herders paid by satellite index || KE
Johannesburg hail costs R2bn || ZA
Cairo plans a national catastrophe pool || EG
Moroccan farmers wait for drought payouts || MA
Tunis and Algiers talk about a joint reinsurer || TN DZ
Ghanaian insurer settles a port fire claim || GH
Dubai rains strain motor insurers || AE
Riyadh opens its market to foreign reinsurers || SA
Israeli cyber firm raises $80m for insurers' tools || IL
Peruvian anchovy ban triggers trade credit claims || PE
Chilean miners renew at lower rates || CL
Quito landslide cover sells out || EC
Jamaica's cat bond pays in full || JM
Bahamas rebuilds with parametric money || BS
Bermudians debate a tax on reinsurers || BM
Insurers in the Gulf merge to cut costs ||| gcc
Latin American reinsurance rates ease ||| latam
Brokers across Europe and Asia back common wording ||| europe asia
EMEA cyber premiums up 9% ||| emea
What a decade of hail has taught underwriters
Claims handlers turn to drones after storms
Why boards underestimate supply chain risk
`;
