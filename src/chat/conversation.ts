/**
 * Answers one command or button. Reading commands answer at once. A command that trades or halts only stores a
 * confirmation and shows two buttons; the pressed button takes the confirmation, once, and then makes the call.
 */
import { formatDecimal } from '../domain/decimal.ts';
import type { JsonValue } from '../domain/exact-json.ts';
import { DAY_MS } from '../domain/funding.ts';
import type { ChatAct, ChatEntry, ChatIntent, ChatPlace, LinkedChat } from '../ports/chat.ts';
import type { ChatAgent } from '../ports/chat-calls.ts';
import { matching, opportunitiesMessage, positionsMessage, positionsOf, statusMessage } from './answers.ts';
import { type Asked, type ChatOutlet, type ConversationParts, NONCE_BYTES, refusal } from './asked.ts';
import { closedMessage, closesSomething, previewMessage } from './close-message.ts';
import { buttonData } from './commands.ts';
import type { Message } from './message.ts';
import { answerSuggestion, suggestionMessages } from './suggestions.ts';
import { CHAT_TEXT, CLOSE_TEXT, COMMAND, PLATFORM_NAMES } from './text.ts';

/** Time within which a button must be pressed, milliseconds. */
export const CONFIRM_MS = 60_000;
const OPPORTUNITIES_SHOWN = 5;
const LEDGER_ROWS_MAX = 2_000;

/** Answers an entry of a linked chat. Rejects only if the store fails. */
export async function answerLinked(
	parts: ConversationParts,
	link: LinkedChat,
	{ intent, reference }: ChatEntry,
	outlet: ChatOutlet,
): Promise<void> {
	const asked: Asked = { ...parts, link, outlet, reference };
	await parts.store.touch(link.linkId, parts.clock.now());
	if (intent.kind === 'press') return pressed(asked, intent);
	for (const message of [await answerTo(asked, intent)].flat()) await outlet.send(link, message, reference);
}

async function answerTo(
	asked: Asked,
	intent: Exclude<ChatIntent, { kind: 'press' }>,
): Promise<Message | readonly Message[]> {
	const { link, store } = asked;
	const command = COMMAND[link.platform];
	switch (intent.kind) {
		case 'help':
			return { title: CHAT_TEXT.help, lines: CHAT_TEXT.helpLines(command) };
		case 'unlink':
			await store.remove(link.userId, link.linkId);
			return { title: CHAT_TEXT.unlinked, lines: [CHAT_TEXT.unlinkedNote] };
		case 'unknown':
			return { title: CHAT_TEXT.unknown, lines: [CHAT_TEXT.seeHelp(command('help'))] };
		case 'usage':
			return { title: CHAT_TEXT.usage, lines: [CHAT_TEXT.usageClose(command('close'))] };
		case 'link':
			return { title: CHAT_TEXT.linked, lines: [CHAT_TEXT.linkedNote] };
		default: {
			const agent = await asked.calls.agentOf(link);
			if (agent === undefined) return { title: CHAT_TEXT.notDone, lines: [CHAT_TEXT.agentStopped] };
			return answerAs(asked, intent, agent);
		}
	}
}

/** Intents that are answered with the agent's rights. */
type AgentIntent = Exclude<
	ChatIntent,
	{ kind: 'press' } | { kind: 'help' | 'unlink' } | { kind: 'unknown' } | { kind: 'usage' } | { kind: 'link' }
>;

async function answerAs(
	asked: Asked,
	intent: AgentIntent,
	agent: ChatAgent,
): Promise<Message | readonly Message[]> {
	const refused = (line: string): Message => ({ title: CHAT_TEXT.notDone, lines: [line] });
	switch (intent.kind) {
		case 'status':
			return status(asked);
		case 'positions':
			return read(asked, 'portfolio_live', {}, positionsMessage);
		case 'opportunities': {
			const { amountMax } = agent;
			const params = {
				limit: OPPORTUNITIES_SHOWN,
				sortby: 'net_apr',
				tradable_only: true,
				...(intent.coin === null ? {} : { q: intent.coin.slice(0, 32) }),
				...(amountMax === null ? {} : { amount: Number(formatDecimal(amountMax)) }),
			};
			return read(asked, 'get_opportunities', params, (page) =>
				opportunitiesMessage(page, amountMax, intent.coin),
			);
		}
		case 'suggestions':
			return agent.mayTrade ? suggestionMessages(asked) : refused(CHAT_TEXT.mayNotTrade);
		case 'close':
			return agent.mayTrade ? askClose(asked, intent.target) : refused(CHAT_TEXT.mayNotTrade);
		case 'halt':
			if (!agent.mayTrade) return refused(CHAT_TEXT.mayNotTrade);
			return ask(asked, { kind: 'halt' }, { title: CHAT_TEXT.askHalt, lines: [CHAT_TEXT.askHaltNote] });
		case 'resume':
			if (!agent.mayTrade) return refused(CHAT_TEXT.mayNotTrade);
			if (!asked.link.actsForOwner) return refused(CHAT_TEXT.actsNotForOwner);
			return ask(asked, { kind: 'resume' }, { title: CHAT_TEXT.askResume, lines: [CHAT_TEXT.askResumeNote] });
	}
}

async function read(
	{ calls, link }: Asked,
	method: string,
	params: object,
	write: (result: JsonValue) => Message | Promise<Message>,
): Promise<Message> {
	const outcome = await calls.call(link, method, params);
	return 'result' in outcome ? write(outcome.result) : refusal(outcome);
}

async function status(asked: Asked): Promise<Message> {
	const { calls, link, clock } = asked;
	const from = new Date(clock.now() - DAY_MS).toISOString();
	const [service, portfolio, ledger] = await Promise.all([
		calls.call(link, 'service_status', {}),
		calls.call(link, 'portfolio_live', {}),
		calls.call(link, 'export_ledger', { from, limit: LEDGER_ROWS_MAX }),
	]);
	if (!('result' in service)) return refusal(service);
	if (!('result' in portfolio)) return refusal(portfolio);
	if (!('result' in ledger)) return refusal(ledger);
	return statusMessage({ service: service.result, portfolio: portfolio.result, ledger: ledger.result });
}

async function askClose(asked: Asked, target: string): Promise<Message> {
	return read(asked, 'portfolio_live', {}, async (portfolio) => {
		const found = matching(positionsOf(portfolio), target);
		const [position] = found;
		if (position === undefined)
			return {
				title: CLOSE_TEXT.none,
				lines: [CLOSE_TEXT.noneNote(target, COMMAND[asked.link.platform]('positions'))],
			};
		if (found.length > 1)
			return { title: CLOSE_TEXT.several(found.length), lines: found.map(({ id, name }) => `${id} ${name}`) };
		const { id, name } = position;
		return read(asked, 'close_execution', { execution_id: id, preview: true }, (preview) => {
			const message = previewMessage(preview, name);
			return closesSomething(preview)
				? ask(asked, { kind: 'close', executionId: id, name }, message)
				: message;
		});
	});
}

/** Stores the act and adds the buttons that confirm or cancel it. */
async function ask({ store, link, clock, random }: Asked, act: ChatAct, message: Message): Promise<Message> {
	const nonce = random.hex(NONCE_BYTES);
	await store.putConfirmation({ nonce, linkId: link.linkId, act, expiresAt: clock.now() + CONFIRM_MS });
	return {
		title: message.title,
		lines: [...message.lines, CHAT_TEXT.within(CONFIRM_MS / 1_000)],
		buttons: [
			{ label: CHAT_TEXT.confirm, data: buttonData(nonce, true), isDanger: true },
			{ label: CHAT_TEXT.cancel, data: buttonData(nonce, false) },
		],
	};
}

async function pressed(asked: Asked, press: Extract<ChatIntent, { kind: 'press' }>): Promise<void> {
	const { store, clock, link, outlet, reference } = asked;
	const act = await store.take(press.nonce, link.linkId, clock.now());
	if (act === undefined) return outlet.pressed(link, CHAT_TEXT.expired, reference);
	if (act.kind === 'suggestion') return answerSuggestion(asked, press, act);
	if (!press.isConfirmed) {
		await store.finish(press.nonce, clock.now());
		return outlet.pressed(link, CHAT_TEXT.canceled, reference);
	}
	await outlet.pressed(link, workingText(act), reference);
	const message = await perform(asked, act);
	await store.finish(press.nonce, clock.now());
	await outlet.send(link, message, reference);
}

/** An act with one button that makes it and one that makes nothing. */
type PlainAct = Exclude<ChatAct, { readonly kind: 'suggestion' }>;

function workingText(act: PlainAct): string {
	return act.kind === 'close' ? CHAT_TEXT.working.close(act.name) : CHAT_TEXT.working[act.kind];
}

function perform(asked: Asked, act: PlainAct): Promise<Message> {
	switch (act.kind) {
		case 'close':
			return read(asked, 'close_execution', { execution_id: act.executionId }, (answer) =>
				closedMessage(answer, act.name),
			);
		case 'halt': {
			const reason = CHAT_TEXT.haltReason(PLATFORM_NAMES[asked.link.platform]);
			return read(asked, 'halt_trading', { reason }, () => ({
				title: CHAT_TEXT.halted,
				lines: [CHAT_TEXT.haltedNote],
			}));
		}
		case 'resume':
			return read(asked, 'resume_trading', {}, resumedMessage);
	}
}

function resumedMessage(answer: JsonValue): Message {
	const { resumed, still_halted: standing } = answer as {
		readonly resumed: boolean;
		readonly still_halted: readonly { readonly reason: string }[];
	};
	return {
		title: resumed ? CHAT_TEXT.resumed : CHAT_TEXT.wasNotHalted,
		lines: [...new Set(standing.map(({ reason }) => reason))],
	};
}

/** Writes the note about an act whose outcome was lost in a restart. */
export function interruptedMessage({ platform }: ChatPlace, act: ChatAct): Message {
	const done = 'name' in act ? CHAT_TEXT.acts[act.kind](act.name) : CHAT_TEXT.acts[act.kind];
	const command = COMMAND[platform](CHECKED_BY[act.kind]);
	return { title: CHAT_TEXT.interrupted, lines: [CHAT_TEXT.interruptedNote(done, command)] };
}

/** Commands that show the outcome of each act. */
const CHECKED_BY: Readonly<Record<ChatAct['kind'], string>> = {
	close: 'positions',
	halt: 'status',
	resume: 'status',
	suggestion: 'suggestions',
};
