/**
 * Shows the changes that pots suggest, each with buttons that confirm or decline it. A button belongs to its person and
 * works once. After it, the message states what became of the change, also if it was answered elsewhere or has expired.
 */
import { formatDecimal } from '../domain/decimal.ts';
import type { JsonValue } from '../domain/exact-json.ts';
import { instantText } from '../domain/figure-text.ts';
import { DAY_MS } from '../domain/funding.ts';
import type { ChatAct, ChatIntent, LinkedChat } from '../ports/chat.ts';
import { shownNameOf } from '../venues/facts.ts';
import { type Asked, NONCE_BYTES, refusal } from './asked.ts';
import { buttonData } from './commands.ts';
import { figureAt, profit, rowsAt, textAt, usd } from './figures.ts';
import type { Message } from './message.ts';
import { SUGGESTION_TEXT as TEXT } from './text.ts';

/** Most suggestions that one command or decision shows. */
export const SUGGESTIONS_SHOWN = 10;
/** Latest decisions of each pot that are read for their suggestions. */
const DECISIONS_READ = 10;
const DECISIONS_READ_MAX = 100;
/** Validity of the buttons. A suggestion ends earlier: openings expire, and later decisions replace the others. */
const BUTTON_MS = 7 * DAY_MS;
const REDUCTIONS: readonly (string | null)[] = ['close', 'reduce'];

/** The act that the buttons of a suggestion answer. */
export type SuggestionAct = Extract<ChatAct, { readonly kind: 'suggestion' }>;

/** A change of a decision, as the methods return it. */
type Suggested = {
	readonly pot: string;
	readonly potId: string;
	readonly decisionId: string;
	readonly number: number;
	/** Time after which an opening is not made, milliseconds; null for a reduction. */
	readonly validUntil: number | null;
	readonly change: JsonValue;
};

/**
 * Returns one message for each suggestion that this chat may answer, and a last one for the others.
 * @param decisionId the decision to show; undefined for the latest of all pots
 */
export async function suggestionMessages(asked: Asked, decisionId?: string): Promise<readonly Message[]> {
	const outcome = await asked.calls.call(asked.link, 'autopilot_status', { decisions: DECISIONS_READ });
	if (!('result' in outcome)) return [refusal(outcome)];
	const pots = rowsAt(outcome.result, 'pots');
	const mine = pots.filter((pot) => mayAnswer(asked.link, textAt(pot, 'agent_id')));
	const all = mine.flatMap(changesOf).filter((one) => isWaiting(one, decisionId, asked.clock.now()));
	const hidden = pots.filter((pot) => !mine.includes(pot));
	const elsewhere = hidden.flatMap(changesOf).filter((one) => isWaiting(one, decisionId, asked.clock.now()));
	const shown = all.slice(0, SUGGESTIONS_SHOWN);
	const notes = [
		...(all.length > shown.length ? [TEXT.more(all.length - shown.length)] : []),
		...(elsewhere.length > 0 ? [TEXT.notYours(elsewhere.length)] : []),
	];
	if (shown.length + notes.length === 0)
		return decisionId === undefined ? [{ title: TEXT.none, lines: [] }] : [];
	const messages = await Promise.all(shown.map((one) => withButtons(asked, one)));
	return notes.length === 0 ? messages : [...messages, { title: TEXT.others, lines: notes }];
}

/** True if a chat may answer for a pot of its user. @param agentId the agent that started the pot; null: the user */
export function mayAnswer({ actsForOwner, agentId: own }: LinkedChat, agentId: string | null): boolean {
	return actsForOwner || agentId === own;
}

function changesOf(pot: JsonValue): readonly Suggested[] {
	const name = textAt(pot, 'settings', 'name') ?? '';
	return rowsAt(pot, 'decisions').flatMap((decision) => ofDecision(decision, name));
}

function ofDecision(decision: JsonValue, pot: string): readonly Suggested[] {
	const until = Date.parse(textAt(decision, 'valid_until') ?? '');
	return rowsAt(decision, 'changes').map((change) => {
		const number = figureAt(change, 'number');
		return {
			pot,
			potId: textAt(decision, 'pot_id') ?? '',
			decisionId: textAt(decision, 'decision_id') ?? '',
			number: number === null ? -1 : Number(formatDecimal(number)),
			validUntil: REDUCTIONS.includes(textAt(change, 'kind')) ? null : until,
			change,
		};
	});
}

function isWaiting(one: Suggested, decisionId: string | undefined, now: number): boolean {
	if (decisionId !== undefined && one.decisionId !== decisionId) return false;
	return textAt(one.change, 'state') === 'suggested' && (one.validUntil === null || now <= one.validUntil);
}

async function withButtons({ store, link, clock, random }: Asked, one: Suggested): Promise<Message> {
	const nonce = random.hex(NONCE_BYTES);
	const { pot, potId, decisionId, number, validUntil, change } = one;
	const act: SuggestionAct = {
		kind: 'suggestion',
		pot,
		potId,
		decisionId,
		number,
		validUntil,
		name: changeName(change),
	};
	await store.putConfirmation({ nonce, linkId: link.linkId, act, expiresAt: clock.now() + BUTTON_MS });
	return {
		title: TEXT.suggests(pot, act.name),
		lines: [
			...detailLines(change),
			validUntil === null ? TEXT.noEnd : TEXT.validUntil(instantText(validUntil)),
		],
		buttons: [
			// The autopilot refuses the confirmation of any other chat.
			...(link.actsForOwner ? [{ label: TEXT.confirm, data: buttonData(nonce, true), isDanger: true }] : []),
			{ label: TEXT.decline, data: buttonData(nonce, false) },
		],
	};
}

function changeName(change: JsonValue): string {
	return TEXT.change(textAt(change, 'kind') ?? '', textAt(change, 'coin') ?? '');
}

function detailLines(change: JsonValue): readonly string[] {
	const exchange = (leg: string): string => shownNameOf(textAt(change, leg, 'exchange') ?? '');
	const gain = figureAt(change, 'gain');
	return [
		TEXT.legs(exchange('long'), exchange('short'), usd(figureAt(change, 'notional'))),
		TEXT.gain(gain === null ? null : profit(gain), usd(figureAt(change, 'cost'))),
		textAt(change, 'explanation', 'message') ?? '',
	];
}

/** Answers a suggestion as the pressed button says, and rewrites its message. */
export async function answerSuggestion(
	asked: Asked,
	{ nonce, isConfirmed }: Extract<ChatIntent, { kind: 'press' }>,
	act: SuggestionAct,
): Promise<void> {
	const { outlet, link, reference, store, clock } = asked;
	await outlet.pressed(link, TEXT.working(act.name, isConfirmed), reference);
	const message = await answered(asked, act, isConfirmed);
	await store.finish(nonce, clock.now());
	await outlet.replace(link, message, reference);
}

async function answered(asked: Asked, act: SuggestionAct, isConfirmed: boolean): Promise<Message> {
	const { calls, link, clock } = asked;
	const { decisionId, number, validUntil } = act;
	if (isConfirmed && validUntil !== null && clock.now() > validUntil) return current(asked, act);
	const method = isConfirmed ? 'autopilot_confirm' : 'autopilot_decline';
	const outcome = await calls.call(link, method, { decision_id: decisionId, changes: [number] });
	if ('result' in outcome) {
		const { decision } = outcome.result as { readonly decision: JsonValue };
		return stateMessage(act, ofDecision(decision, act.pot), clock.now());
	}
	return outcome.code === 'NOTHING_TO_CONFIRM' ? current(asked, act) : refusal(outcome);
}

/** Reads the present state of a change that can no longer be answered. */
async function current({ calls, link, clock }: Asked, act: SuggestionAct): Promise<Message> {
	const params = { pot_id: act.potId, decisions: DECISIONS_READ_MAX };
	const outcome = await calls.call(link, 'autopilot_status', params);
	if (!('result' in outcome)) return refusal(outcome);
	return stateMessage(act, rowsAt(outcome.result, 'pots').flatMap(changesOf), clock.now());
}

function stateMessage(act: SuggestionAct, changes: readonly Suggested[], now: number): Message {
	const title = TEXT.answered(act.pot, act.name);
	const found = changes.find(
		({ decisionId, number }) => decisionId === act.decisionId && number === act.number,
	);
	if (found === undefined) return { title, lines: [TEXT.gone] };
	const { change, validUntil } = found;
	const isLate = validUntil !== null && now > validUntil;
	const state = textAt(change, 'state') ?? '';
	const shown = isLate && (state === 'suggested' || state === 'confirmed') ? 'expired' : state;
	const outcome = textAt(change, 'outcome', 'message');
	const late = isLate ? TEXT.late(instantText(validUntil)) : null;
	return { title, lines: [...detailLines(change), TEXT.state(shown, outcome ?? late)] };
}
