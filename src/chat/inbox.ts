/**
 * Takes received entries, stores them before they are confirmed to the platform, and answers each. Commands of one place are
 * answered in order; a pressed button does not wait for them, so that a slow close never delays a halt.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { ChatEntry, ChatPlace, ChatPlatform, LinkedChat, PotSuggestion } from '../ports/chat.ts';
import type { ChatCalls } from '../ports/chat-calls.ts';
import type { ChatStore, WaitingEntry } from '../ports/chat-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { ChatMeter } from '../ports/metrics.ts';
import type { ChatOutlet, ConversationParts } from './asked.ts';
import { answerLinked, interruptedMessage } from './conversation.ts';
import type { ChatLinkBook } from './links.ts';
import type { Message } from './message.ts';
import { mayAnswer, suggestionMessages } from './suggestions.ts';
import { CHAT_TEXT, COMMAND } from './text.ts';

/** Minimum time between two hints in one chat that is not linked, milliseconds. */
export const HINT_PERIOD_MS = 3_600_000;
/** Maximum number of chats whose last hint is remembered. */
const HINTS_MAX = 10_000;
/** Time for which handled entries are remembered, milliseconds. Telegram keeps updates for 24 hours. */
const REMEMBER_MS = 48 * 3_600_000;
const PRUNE_PERIOD_MS = 3_600_000;

type Store = Pick<
	ChatStore,
	'accept' | 'waiting' | 'handled' | 'find' | 'linkOfButton' | 'listOf' | 'prune' | 'unfinished'
> &
	ConversationParts['store'];

type InboxParts = Omit<ConversationParts, 'store' | 'calls'> & {
	readonly store: Store;
	readonly links: Pick<ChatLinkBook, 'redeem'>;
	readonly log: Logger;
	readonly meter: ChatMeter;
};

type State = InboxParts & {
	readonly calls: ChatCalls;
	readonly outlets: ReadonlyMap<ChatPlatform, ChatOutlet>;
	/** The last answer of each place in progress, keyed by place. */
	readonly chains: Map<string, Promise<void>>;
	readonly cancelPrune: () => void;
	/** Time of the last hint by chat, monotonic milliseconds; the oldest first. */
	readonly hints: Map<string, number>;
	isClosed: boolean;
};

/** Stores and answers entries. */
export interface ChatInbox {
	/** Answers what an earlier process has received and not answered, and reports acts that it did not finish. */
	start(calls: ChatCalls, outlets: ReadonlyMap<ChatPlatform, ChatOutlet>): Promise<void>;
	/** Stores entries, then answers the new ones in the background. Rejects if they cannot be stored. */
	accept(
		platform: ChatPlatform,
		entries: readonly { readonly key: string; readonly entry: ChatEntry }[],
	): Promise<void>;
	/** Shows what a pot suggests in the private chats that may answer it. Before `start`, it waits. */
	announce(suggestion: PotSuggestion): void;
	/** Stops answering. The next process answers what is waiting, and reports acts in progress. */
	close(): void;
}

/** Creates the inbox. It answers nothing before `start`. */
export function createChatInbox(parts: InboxParts): ChatInbox {
	let state: State | undefined;
	const early: PotSuggestion[] = [];
	return {
		async start(calls, outlets) {
			const { store, clock } = parts;
			await store.prune(clock.now() - REMEMBER_MS);
			const lost = await store.unfinished();
			const waiting = await store.waiting();
			const cancelPrune = clock.every(PRUNE_PERIOD_MS, () => prune(parts));
			state = { ...parts, calls, outlets, cancelPrune, chains: new Map(), hints: new Map(), isClosed: false };
			for (const entry of waiting) schedule(state, entry);
			void reportLost(state, lost);
			for (const suggestion of early.splice(0)) void announced(state, suggestion);
		},
		announce(suggestion) {
			if (state === undefined) early.push(suggestion);
			else void announced(state, suggestion);
		},
		async accept(platform, entries) {
			const fresh = await parts.store.accept(platform, entries, parts.clock.now());
			for (const waiting of fresh) if (state !== undefined) schedule(state, waiting);
		},
		close() {
			if (state === undefined) return;
			state.isClosed = true;
			state.cancelPrune();
		},
	};
}

function prune({ store, clock, log }: InboxParts): void {
	store.prune(clock.now() - REMEMBER_MS).catch((error: unknown) => {
		log.warn({ error }, 'old chat commands could not be deleted');
	});
}

/** Tells each person whose act an earlier process has begun and not finished. Never rejects. */
async function reportLost(
	{ outlets, store, clock, log }: State,
	lost: Awaited<ReturnType<Store['unfinished']>>,
): Promise<void> {
	for (const { nonce, link, act } of lost) {
		await outlets.get(link.platform)?.send(link, interruptedMessage(link, act), {});
		await store.finish(nonce, clock.now()).catch((error: unknown) => {
			log.warn({ error }, 'an interrupted chat command could not be marked as reported');
		});
	}
}

/** Sends the suggestions of a decision. Never rejects. */
async function announced(state: State, suggestion: PotSuggestion): Promise<void> {
	const { store, log, outlets } = state;
	try {
		for (const link of await store.listOf(suggestion.userId)) {
			const outlet = outlets.get(link.platform);
			if (state.isClosed || outlet === undefined || !isAnnouncedIn(link, suggestion)) continue;
			const agent = await state.calls.agentOf(link);
			if (agent?.mayTrade !== true) continue;
			const asked = { ...state, link, outlet, reference: {} };
			for (const message of await suggestionMessages(asked, suggestion.decisionId))
				await outlet.send(link, message, {});
		}
	} catch (error) {
		if (!state.isClosed) log.error({ error }, 'suggestions of a pot could not be sent to a chat');
	}
}

/** A group in Telegram would show the pot to all of its members. In Slack, only the person sees the message. */
function isAnnouncedIn(link: LinkedChat, { agentId }: PotSuggestion): boolean {
	const isPrivate = link.platform !== 'telegram' || link.chatId === link.personId;
	return isPrivate && mayAnswer(link, agentId);
}

function schedule(state: State, waiting: WaitingEntry): void {
	const { place, intent } = waiting.entry;
	if (intent.kind === 'press') {
		void answer(state, waiting);
		return;
	}
	const key = `${place.platform} ${place.chatId} ${place.personId}`;
	const chain = (state.chains.get(key) ?? Promise.resolve())
		.then(() => answer(state, waiting))
		.then(() => {
			if (state.chains.get(key) === chain) state.chains.delete(key);
		});
	state.chains.set(key, chain);
}

/** Answers one entry. Never rejects. An entry whose answer fails is not repeated: its person sends it again. */
async function answer(state: State, { seq, entry }: WaitingEntry): Promise<void> {
	if (state.isClosed) return;
	const { store, log, meter } = state;
	const { platform } = entry.place;
	try {
		const outlet = state.outlets.get(platform);
		// A platform that is switched off keeps its entries until the operator sets its token again.
		if (outlet === undefined) return;
		await answerBy(state, entry, outlet);
		meter.entry(platform, entry.intent.kind === 'press' ? 'button' : 'command');
	} catch (error) {
		if (state.isClosed) return;
		meter.failure(platform, 'answer');
		log.error({ platform, intent: entry.intent.kind, error }, 'a chat command could not be answered');
	}
	try {
		await store.handled(seq);
	} catch (error) {
		if (state.isClosed) return;
		log.error({ platform, error }, 'a chat command could not be marked as answered');
	}
}

async function answerBy(state: State, entry: ChatEntry, outlet: ChatOutlet): Promise<void> {
	const { place, intent, reference } = entry;
	if (intent.kind === 'link')
		return outlet.send(place, await redeemed(state, entry, intent.codeHash), reference);
	const link =
		intent.kind === 'press'
			? await state.store.linkOfButton(intent.nonce, place)
			: await state.store.find(place);
	if (link !== undefined) return answerLinked(state, link, entry, outlet);
	if (intent.kind === 'press') {
		// Without the id of the message, the buttons stay for the person whom they belong to.
		const { messageId: _message, ...rest } = reference;
		return outlet.pressed(place, CHAT_TEXT.notYourButton, rest);
	}
	const command = COMMAND[place.platform];
	if (intent.kind === 'usage' && intent.command === 'link')
		return hint(state, place, () =>
			outlet.send(
				place,
				{ title: CHAT_TEXT.usage, lines: [CHAT_TEXT.usageLink(command('link'))] },
				reference,
			),
		);
	return hint(state, place, () =>
		outlet.send(
			place,
			{ title: CHAT_TEXT.notLinked, lines: [CHAT_TEXT.howToLink(command('link'))] },
			reference,
		),
	);
}

async function redeemed({ links }: State, entry: ChatEntry, hash: string): Promise<Message> {
	try {
		const link = await links.redeem(entry, hash);
		return link === undefined
			? { title: CHAT_TEXT.codeRefused, lines: [CHAT_TEXT.codeRefusedNote] }
			: {
					title: CHAT_TEXT.linked,
					lines: [CHAT_TEXT.linkedNote, CHAT_TEXT.seeHelp(COMMAND[entry.place.platform]('help'))],
				};
	} catch (error) {
		if (!(error instanceof CarrywireError)) throw error;
		return { title: CHAT_TEXT.notDone, lines: [error.message] };
	}
}

/** Sends a hint to a chat that is not linked, at most once per `HINT_PERIOD_MS`. */
async function hint(state: State, { platform, chatId }: ChatPlace, send: () => Promise<void>): Promise<void> {
	const { hints, clock } = state;
	const key = `${platform} ${chatId}`;
	const now = clock.monotonic();
	const last = hints.get(key);
	if (last !== undefined && now - last < HINT_PERIOD_MS) return;
	hints.delete(key);
	hints.set(key, now);
	for (const oldest of hints.keys()) {
		if (hints.size <= HINTS_MAX) break;
		hints.delete(oldest);
	}
	await send();
}
