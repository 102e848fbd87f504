/**
 * Replaces Slack's Web API and Socket Mode and enforces what the documentation states
 * (https://docs.slack.dev/apis/events-api/using-socket-mode, .../reference/methods/apps.connections.open,
 * .../interactivity/handling-user-interaction, read 2026-11-28): the token in the header, single-use tickets, an
 * acknowledgement within 3 s, and a response_url that works five times within 30 minutes. It has a clock, so that tests
 * in virtual time can use it without a network.
 */
import type { ChatSocketEvents } from '../../src/ports/chat-transport.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { StandInAnswer } from './telegram-stand-in.ts';

export const SLACK_TOKENS = { appToken: 'xapp-1-A000TEST', botToken: 'xoxb-1-B000TEST' } as const;
const TEAM = 'T0TEAM';
const ACK_MS = 3_000;
const ANSWER_USES_MAX = 5;
const ANSWER_MS = 30 * 60_000;
const SECTION_MAX = 3_000;
const HEADER_MAX = 150;

type Body = Readonly<Record<string, unknown>>;
/** A message that the app has sent: to a `response_url`, or to a channel. */
export type SlackSent = {
	readonly to: string;
	readonly text: string;
	readonly replaces: boolean;
	/** Values of the buttons by label. */
	readonly buttons: Readonly<Record<string, string>>;
};
type Link = { readonly events: ChatSocketEvents };
type Waiting = { readonly text: string; cancel: () => void };

export type SlackStandIn = {
	/** Serves a request. @param authorization value of the header */
	readonly serve: (
		path: string,
		body: Body,
		authorization: string | undefined,
	) => StandInAnswer & {
		readonly retryAfterS?: number;
	};
	/** Opens a WebSocket with the address from `apps.connections.open`. Undefined for a wrong or used ticket. */
	readonly connect: (
		url: string,
		events: ChatSocketEvents,
	) => { receive: (text: string) => void; drop: () => void } | undefined;
	readonly sent: readonly SlackSent[];
	/** Envelopes that were not acknowledged within 3 s, by id. */
	readonly late: readonly string[];
	/** Number of envelopes without an acknowledgement. */
	readonly unacknowledged: () => number;
	readonly connections: () => number;
	/** A person types a slash command. */
	readonly command: (command: string, text: string, user: string, channel?: string) => void;
	readonly press: (value: string, user: string, channel?: string) => void;
	/** Delivers the last envelope again. */
	readonly repeatLast: () => void;
	/** Asks every connection to reconnect. */
	readonly refresh: () => void;
	/** Cuts every connection. */
	readonly cut: () => void;
	readonly answerNext: (answer: StandInAnswer & { readonly retryAfterS?: number }) => void;
};

/** @param origin base address of the stand-in's own URLs, such as `http://127.0.0.1:4000` */
export function createSlackStandIn(clock: Clock, origin: () => string): SlackStandIn {
	const sent: SlackSent[] = [];
	const late: string[] = [];
	const links = new Set<Link>();
	const tickets = new Set<string>();
	const waiting = new Map<string, Waiting>();
	const answers = new Map<string, { uses: number; readonly until: number }>();
	const instead: (StandInAnswer & { readonly retryAfterS?: number })[] = [];
	let count = 0;
	let last = '';

	function deliver(id: string, text: string): void {
		last = text;
		waiting.get(id)?.cancel();
		const cancel = clock.after(ACK_MS, () => late.push(id));
		waiting.set(id, { text, cancel });
		[...links].at(-1)?.events.onMessage(text);
	}

	function send(type: string, payload: object): void {
		count += 1;
		const id = `envelope-${count}`;
		const path = `/answer/${count}`;
		answers.set(path, { uses: 0, until: clock.now() + ANSWER_MS });
		const full = { ...payload, response_url: `${origin()}${path}` };
		deliver(id, JSON.stringify({ envelope_id: id, type, payload: full, accepts_response_payload: true }));
	}

	function answered(path: string, body: Body): StandInAnswer {
		const url = answers.get(path);
		if (url === undefined || url.uses >= ANSWER_USES_MAX || clock.now() > url.until)
			return { status: 404, body: { ok: false, error: 'expired_url' } };
		url.uses += 1;
		const fault = bodyFault(body);
		if (fault !== undefined) return { status: 400, body: { ok: false, error: fault } };
		sent.push(sentOf(path, body));
		return { status: 200, body: { ok: true } };
	}

	return {
		sent,
		late,
		unacknowledged: () => waiting.size,
		connections: () => links.size,
		serve(path, body, authorization) {
			const next = instead.shift();
			if (next !== undefined) return next;
			if (path.startsWith('/answer/')) return answered(path, body);
			if (path === '/api/apps.connections.open') {
				if (authorization !== `Bearer ${SLACK_TOKENS.appToken}`) return error('invalid_auth');
				const ticket = `ticket${tickets.size}-${clock.monotonic()}`;
				tickets.add(ticket);
				const url = `${origin().replace('http', 'ws')}/link?ticket=${ticket}&app_id=A000TEST`;
				return { status: 200, body: { ok: true, url } };
			}
			if (path === '/api/auth.test')
				return authorization === `Bearer ${SLACK_TOKENS.botToken}`
					? { status: 200, body: { ok: true, team: 'Test' } }
					: error('invalid_auth');
			if (path !== '/api/chat.postMessage') return error('unknown_method');
			if (authorization !== `Bearer ${SLACK_TOKENS.botToken}`) return error('invalid_auth');
			const fault = typeof body.channel === 'string' ? bodyFault(body) : 'channel_not_found';
			if (fault !== undefined) return error(fault);
			sent.push(sentOf(String(body.channel), body));
			return { status: 200, body: { ok: true, ts: '1.0' } };
		},
		connect(url, events) {
			if (!tickets.delete(new URL(url).searchParams.get('ticket') ?? '')) return undefined;
			const link = { events };
			links.add(link);
			events.onMessage(
				JSON.stringify({
					type: 'hello',
					num_connections: links.size,
					connection_info: { app_id: 'A000TEST' },
				}),
			);
			for (const [id, { text }] of waiting) deliver(id, text);
			return {
				receive(text) {
					const { envelope_id: id } = JSON.parse(text) as { readonly envelope_id: string };
					waiting.get(id)?.cancel();
					waiting.delete(id);
				},
				drop: () => void links.delete(link),
			};
		},
		command(command, text, user, channel = 'D0DIRECT') {
			const names = { channel_name: 'directmessage', user_name: user.toLowerCase() };
			send('slash_commands', {
				...names,
				command,
				text,
				team_id: TEAM,
				channel_id: channel,
				user_id: user,
				trigger_id: '1.1',
			});
		},
		press(value, user, channel = 'D0DIRECT') {
			send('interactive', {
				type: 'block_actions',
				user: { id: user, username: user.toLowerCase(), team_id: TEAM },
				team: { id: TEAM },
				channel: { id: channel, name: 'directmessage' },
				actions: [{ type: 'button', action_id: 'carrywire_0', value }],
			});
		},
		repeatLast() {
			const { envelope_id: id } = JSON.parse(last) as { readonly envelope_id: string };
			deliver(id, last);
		},
		refresh() {
			for (const { events } of [...links])
				events.onMessage(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
		},
		cut() {
			for (const link of [...links]) {
				links.delete(link);
				link.events.onClose('closed with code 1006');
			}
		},
		answerNext: (answer) => void instead.push(answer),
	};
}

const error = (name: string): StandInAnswer => ({ status: 200, body: { ok: false, error: name } });

type Block = {
	readonly type: string;
	readonly text?: { readonly type: string; readonly text: string };
	readonly elements?: readonly { readonly text: { readonly text: string }; readonly value: string }[];
};

function bodyFault(body: Body): string | undefined {
	const blocks = (body.blocks ?? []) as readonly Block[];
	if (blocks.length === 0 && typeof body.text !== 'string') return 'no_text';
	const isWrong = blocks.some(
		({ type, text, elements = [] }) =>
			(type === 'section' && (text?.text.length ?? 0) > SECTION_MAX) ||
			(type === 'header' && (text?.text.length ?? 0) > HEADER_MAX) ||
			(text !== undefined && (text.text === '' || !['plain_text', 'mrkdwn'].includes(text.type))) ||
			elements.length > 25 ||
			elements.some((button) => button.text.text.length > 75 || button.value.length > 2_000),
	);
	const isUnescaped = /<(?![@#!]|https?:)|&(?!amp;|lt;|gt;)/.test(String(body.text ?? ''));
	return isWrong || isUnescaped ? 'invalid_blocks' : undefined;
}

function sentOf(to: string, body: Body): SlackSent {
	const blocks = (body.blocks ?? []) as readonly Block[];
	return {
		to,
		text: blocks.flatMap(({ text }) => text?.text ?? []).join('\n'),
		replaces: body.replace_original === true,
		buttons: Object.fromEntries(
			blocks.flatMap(({ elements = [] }) => elements.map(({ text, value }) => [text.text, value])),
		),
	};
}
