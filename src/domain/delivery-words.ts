/**
 * Builds the sentences about deliveries of alerts, and recognizes those that the store keeps as text, so that pages
 * can write them in another language.
 */
import { alertDelivery, alertUrl } from '../sentences/alert-delivery.ts';
import { alertSetting } from '../sentences/alert-setting.ts';
import { byText, type Sentence, textOf, type Words } from '../sentences/sentence.ts';
import { spoken } from './english.ts';

/** Outcomes of deliveries and of calls of a heartbeat. */
export const DELIVERY_TEXT = spoken('alert_delivery', alertDelivery);

/** Rules for a URL, as the end of a sentence. */
export const URL_TEXT = spoken('alert_url', alertUrl);

/** Outcomes without figures. */
const FIXED = byText([
	DELIVERY_TEXT.unreadable(),
	DELIVERY_TEXT.paused(),
	DELIVERY_TEXT.heartbeatUnreadable(),
	DELIVERY_TEXT.storeNotWritable(),
	DELIVERY_TEXT.noMarketData(),
	spoken('alert_setting', alertSetting).noMailServer(),
	...Object.values(URL_TEXT).map((rule) => DELIVERY_TEXT.address({ rule: rule() })),
]);

const REDIRECT = ' The service does not follow redirects. Enter the new address.';

/** Patterns of the outcomes with figures, and the sentences of what they match. */
const PATTERNS: readonly (readonly [RegExp, (...found: string[]) => Sentence])[] = [
	[
		/^It answered (\d+)(?:: (.*?))?\.( The service does not follow redirects\. Enter the new address\.)?$/s,
		(status, body, redirect) =>
			DELIVERY_TEXT.answered({
				status: Number(status),
				body: body ?? '',
				isRedirect: redirect === REDIRECT,
			}),
	],
	[
		/^(\S+) gave no answer within ([\d.]+) s, cannot be reached, or is not public\./,
		(host = '', seconds = '') => DELIVERY_TEXT.unreachable({ host, seconds: Number(seconds) }),
	],
	[/^The alert was older than (\d+ \w+)\.$/, (age = '') => DELIVERY_TEXT.tooOld({ age })],
	[/^More than (\d+) alerts were waiting/, (count) => DELIVERY_TEXT.queueFull({ count: Number(count) })],
	[/^More than (\d+) alerts waited during/, (count) => DELIVERY_TEXT.heldTooMany({ count: Number(count) })],
	[
		/^The mail server accepted it(?: \((\d+)\))?\.$/,
		(code) => DELIVERY_TEXT.mailAccepted({ code: code === undefined ? null : Number(code) }),
	],
	[
		/^The mail server answered (\d+)(?:: (.*))?\.$/s,
		(code, reply = '') => DELIVERY_TEXT.mailReplied({ code: Number(code), reply }),
	],
	[
		/^The mail server of this service cannot be used \(([^)]*)\)\./,
		(cause = '') => DELIVERY_TEXT.mailUnreachable({ cause }),
	],
	[/^The alert checks have not completed for (\d+ \w+),/, (age = '') => DELIVERY_TEXT.checksStopped({ age })],
];

/** Returns the sentence of an outcome. Any other text stays as it is. */
export function deliveryWords(text: string): Words {
	const fixed = FIXED.get(text);
	if (fixed !== undefined) return fixed;
	for (const [pattern, sentence] of PATTERNS) {
		const found = pattern.exec(text);
		if (found === null) continue;
		const words = sentence(...found.slice(1));
		if (textOf(words) === text) return words;
	}
	return text;
}
