/** Lists the Spanish tables of sentences by group, for the service's own pages. */
import { account } from './account.es.ts';
import { advice } from './advice.es.ts';
import { agent, token } from './agent.es.ts';
import { alert } from './alert.es.ts';
import { alertDelivery, alertUrl } from './alert-delivery.es.ts';
import { alertRule, alertSetting, alertTarget } from './alert-setting.es.ts';
import { attention } from './attention.es.ts';
import { authorization, terminalCode } from './authorization.es.ts';
import { chat } from './chat.es.ts';
import { check } from './check.es.ts';
import { close } from './close.es.ts';
import { detail } from './detail.es.ts';
import { event } from './event.es.ts';
import { exchangeOauth } from './exchange-oauth.es.ts';
import { exit } from './exit.es.ts';
import { exitRule } from './exit-rule.es.ts';
import { failure } from './failure.es.ts';
import { forecast } from './forecast.es.ts';
import { funding, history } from './funding.es.ts';
import { guard } from './guard.es.ts';
import { halt } from './halt.es.ts';
import { externalServer, jwt, login, openid, passkey } from './login.es.ts';
import { market } from './market.es.ts';
import { notice } from './notice.es.ts';
import { opening } from './opening.es.ts';
import { orderRefusal } from './order-refusal.es.ts';
import { paper } from './paper.es.ts';
import { param } from './param.es.ts';
import { plan } from './plan.es.ts';
import { portfolio } from './portfolio.es.ts';
import { legReason, phase, reason } from './reason.es.ts';
import { record } from './record.es.ts';
import { replay } from './replay.es.ts';
import { access, request } from './request.es.ts';
import { right } from './right.es.ts';
import { rule } from './rule.es.ts';
import { runway } from './runway.es.ts';
import { score } from './score.es.ts';
import { selfCheck } from './self-check.es.ts';
import type { SentenceTable } from './sentence.ts';
import { ticker } from './ticker.es.ts';
import { venueKey, venueRequest, venueSetting, venueSwitch } from './venue.es.ts';
import { venueBody } from './venue-body.es.ts';
import { verdict } from './verdict.es.ts';
import { wallet } from './wallet.es.ts';

/** Spanish tables by name, the camel case of the first part of their sentences' ids. */
export const SPANISH: Readonly<Record<string, SentenceTable>> = {
	access,
	account,
	advice,
	agent,
	alert,
	alertDelivery,
	alertRule,
	alertSetting,
	alertTarget,
	attention,
	alertUrl,
	authorization,
	chat,
	check,
	close,
	detail,
	event,
	exit,
	exchangeOauth,
	exitRule,
	externalServer,
	failure,
	forecast,
	funding,
	guard,
	halt,
	history,
	legReason,
	jwt,
	login,
	market,
	notice,
	openid,
	opening,
	orderRefusal,
	paper,
	param,
	passkey,
	phase,
	plan,
	portfolio,
	reason,
	record,
	replay,
	request,
	right,
	rule,
	runway,
	score,
	selfCheck,
	terminalCode,
	ticker,
	token,
	venueBody,
	venueKey,
	venueRequest,
	venueSetting,
	venueSwitch,
	verdict,
	wallet,
};
