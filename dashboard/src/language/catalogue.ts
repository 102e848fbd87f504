/**
 * Writes the service's sentences from their ids and facts, in the language of this build. A build for another
 * language replaces each table by its twin (`dashboard/vite.config.ts`).
 */

import { sentenceWriter } from '../../../src/domain/sentence-writing.ts';
import { account } from '../../../src/sentences/account.ts';
import { advice } from '../../../src/sentences/advice.ts';
import { agent, token } from '../../../src/sentences/agent.ts';
import { alert } from '../../../src/sentences/alert.ts';
import { alertDelivery, alertUrl } from '../../../src/sentences/alert-delivery.ts';
import { alertRule, alertSetting, alertTarget } from '../../../src/sentences/alert-setting.ts';
import { attention } from '../../../src/sentences/attention.ts';
import { authorization, terminalCode } from '../../../src/sentences/authorization.ts';
import { chat } from '../../../src/sentences/chat.ts';
import { check } from '../../../src/sentences/check.ts';
import { close } from '../../../src/sentences/close.ts';
import { detail } from '../../../src/sentences/detail.ts';
import { event } from '../../../src/sentences/event.ts';
import { exchangeOauth } from '../../../src/sentences/exchange-oauth.ts';
import { exit } from '../../../src/sentences/exit.ts';
import { exitRule } from '../../../src/sentences/exit-rule.ts';
import { failure } from '../../../src/sentences/failure.ts';
import { forecast } from '../../../src/sentences/forecast.ts';
import { funding, history } from '../../../src/sentences/funding.ts';
import { guard } from '../../../src/sentences/guard.ts';
import { halt } from '../../../src/sentences/halt.ts';
import { externalServer, jwt, login, openid, passkey } from '../../../src/sentences/login.ts';
import { market } from '../../../src/sentences/market.ts';
import { notice } from '../../../src/sentences/notice.ts';
import { opening } from '../../../src/sentences/opening.ts';
import { orderRefusal } from '../../../src/sentences/order-refusal.ts';
import { paper } from '../../../src/sentences/paper.ts';
import { param } from '../../../src/sentences/param.ts';
import { plan } from '../../../src/sentences/plan.ts';
import { portfolio } from '../../../src/sentences/portfolio.ts';
import { legReason, phase, reason } from '../../../src/sentences/reason.ts';
import { record } from '../../../src/sentences/record.ts';
import { replay } from '../../../src/sentences/replay.ts';
import { access, request } from '../../../src/sentences/request.ts';
import { right } from '../../../src/sentences/right.ts';
import { rule } from '../../../src/sentences/rule.ts';
import { runway } from '../../../src/sentences/runway.ts';
import { score } from '../../../src/sentences/score.ts';
import { selfCheck } from '../../../src/sentences/self-check.ts';
import type { SentenceTable } from '../../../src/sentences/sentence.ts';
import { ticker } from '../../../src/sentences/ticker.ts';
import { venueKey, venueRequest, venueSetting, venueSwitch } from '../../../src/sentences/venue.ts';
import { venueBody } from '../../../src/sentences/venue-body.ts';
import { verdict } from '../../../src/sentences/verdict.ts';
import { wallet } from '../../../src/sentences/wallet.ts';
import { type ErrorMeanings, errorMeanings } from './error-codes.ts';
import { readerWriter } from './reader-writer.ts';

/** Tables by the camel case of the first part of the sentences' ids. */
const TABLES: Readonly<Record<string, SentenceTable>> = {
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

/**
 * Writes a sentence; undefined for a sentence that this build does not know. A newer service may have sent it, so the
 * page shows the service's own text then.
 */
export const sentenceText = sentenceWriter(TABLES, readerWriter);

/** Returns the meaning of an error whose message has no translation; undefined in English and for a newer code. */
export function errorMeaning(code: string): string | undefined {
	return errorMeanings[code as keyof ErrorMeanings];
}
