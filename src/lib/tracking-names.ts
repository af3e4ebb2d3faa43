/** Tracking parameters, from the lists of ClearURLs, AdGuard, Brave and Firefox. A final `*` matches any ending. */
export const TRACKING_NAMES = `
utm_* mtm_* matomo_* pk_campaign pk_kwd pk_source pk_medium pk_keyword pk_content pk_cid piwik_* hsa_* gad_* stm_* trk_* itm_*
gclid gclsrc dclid gbraid wbraid srsltid _ga _gl _gac fbclid fb_action_ids fb_action_types fb_ref fb_source
fb_comment_id fbs_aid mibextid msclkid msclkid2 twclid ttclid tt_medium tt_content yclid ysclid ymclid _openstat igsh igshid
li_fat_id trackingid lipi rdt_cid epik scid sccid ko_click_id irclickid irgwc clickid cjevent awc zanpid admitad_uid tblci
tboclickid obclickid obem dicbo ob_click_id outbrainclickid nb_klid rb_clickid wickedid s_kwcid ef_id
mc_cid mc_eid mc_tc _hsenc _hsmi hsctatracking __hssc __hstc __hsfp mkt_tok vero_id vero_conv oly_anon_id oly_enc_id ml_subscriber
ml_subscriber_hash sfmc_* _ke _kx klaviyo_id bsft_* cvosrc omnisendcontactid elqtrackid elqtrack elqaid elqat elqcst elqcampaignid
dm_i dpg_source dpg_campaign dpg_medium dpg_content ss_source ss_campaign_id ss_campaign_name ss_email_id rcntxid unicorn_click_id
wt_mc wt_zmc wtrid wt.mc_id wt.mc_ev at_medium at_campaign at_custom1 at_custom2 at_custom3 at_custom4 at_link_* at_format at_ptr_name
at_bbc_team at_recipient_id at_recipient_list cmpid cmp_id ncid ocid s_cid icid icmpid ito ito_source itid ns_campaign ns_source ns_mchannel ns_linkname
ns_fee xtor guccounter guce_referrer guce_referrer_sig algo_pvid _branch_match_id _branch_referrer ref_src ref_url
referrer_source share_source share_medium sr_share soc_src soc_trk sh_kit cx_testid cx_testvariant cx_artpos cx_navsource cndid
ftcamp ftag smid smtyp partner_ref emc_id nl_id nlid feedtype feedname itm_campaign intcid intcmp int_cmp int_source int_medium
int_campaign cid_source sara_ref sara_ecid srnd sref tpcc wpisrc wpmm pwapi_token
amp_js_v amp_gsa amp_ct amp_tf amp_r usqp aoh __twitter_impression __s __tn__ _bta_tid _bta_c action_object_map action_type_map action_ref_map
ga_source ga_medium ga_term ga_content ga_campaign ga_place hmb_campaign hmb_medium hmb_source
_bhlid bhlid beehiiv_id mkwid pcrid redirect_log_mongo_id redirect_mongo_id sb_referer_host ck_subscriber_id sscid
dclsrc ir_adid ir_campaignid ir_partnerid
otm_* oft_* vn_* gaa_* spm echobox bbeml et_rid erid vgo_ee gs_l wprov tracking_source mindbox-click-id mindbox-message-key pk_vid nb_platform
sc_customer sc_eh sc_uid sc_lid sc_llid sc_src sc_channel sc_campaign sc_medium sc_content spmailingid spuserid spjobid spreportid
emci emdi ceid bbid hss_channel algo_expid mkcid mkrid mkevt __cft__* taid trkcampaign trkinfo taboolaclickid wtmc leadsource
reflink giftcopy sharetoken unlocked_article_code sfnsn
campaign_* sc_cid fsrc __source
`
  .trim()
  .split(/\s+/);

/** Parameters that track readers only with certain values, such as `CMP=share_btn_url` or `source=rss----12`. */
export const CONDITIONAL_TRACKING_NAMES =
  'source src ref from feed partner emc cmp cid ftag medium rss mod feature mbid'.split(' ');
export const TRACKING_VALUES =
  /^((rss|feed|atom|share|twitter|facebook|linkedin|newsletter|e-?mail|social|mod|hp_|djem|breadcrumb|searchresults|homepage|article_inline|emb|whatsapp|flipboard|applenews|googlenews|msn)([-_]|\b)|googlenews|youtu\.be$)/i;
