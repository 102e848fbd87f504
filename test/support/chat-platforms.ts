/** Connects the chat stand-ins to the service's chat port in the process, on any clock and without a network. */
import type { ChatTransport } from '../../src/ports/chat-transport.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { createSlackStandIn, type SlackStandIn } from './slack-stand-in.ts';
import { createTelegramStandIn, type TelegramStandIn } from './telegram-stand-in.ts';

/** Origin of the stand-ins' addresses; nothing is sent there. */
const ORIGIN = 'https://hooks.slack.com';
const REFUSED = { kind: 'unanswered', reason: 'ECONNREFUSED' } as const;

export type ChatPlatforms = {
	readonly telegram: TelegramStandIn;
	readonly slack: SlackStandIn;
	readonly transport: ChatTransport;
	/** Ends every request without an answer until `comeUp`. */
	readonly goDown: () => void;
	readonly comeUp: () => void;
};

/** Creates both platforms and a transport that reaches them. */
export function chatPlatforms(clock: Clock): ChatPlatforms {
	const telegram = createTelegramStandIn(clock);
	const slack = createSlackStandIn(clock, () => ORIGIN);
	const stopping = Promise.withResolvers<{ readonly kind: 'unanswered'; readonly reason: string }>();
	let isClosed = false;
	let isDown = false;
	let lost = Promise.withResolvers<{ readonly kind: 'unanswered'; readonly reason: string }>();
	return {
		telegram,
		slack,
		goDown() {
			isDown = true;
			lost.resolve(REFUSED);
		},
		comeUp() {
			isDown = false;
			lost = Promise.withResolvers();
		},
		transport: {
			async post({ url, body, token }) {
				if (isDown || isClosed) return REFUSED;
				const { pathname } = new URL(url);
				const given = body as Readonly<Record<string, unknown>>;
				if (!pathname.startsWith('/bot')) {
					const authorization = token === undefined ? undefined : `Bearer ${token}`;
					return { kind: 'answered', retryAfterS: undefined, ...slack.serve(pathname, given, authorization) };
				}
				const answer = telegram
					.serve(pathname, given)
					.then((served) => ({ kind: 'answered', retryAfterS: undefined, ...served }) as const);
				return Promise.race([answer, stopping.promise, lost.promise]);
			},
			open(url, events) {
				let link: ReturnType<SlackStandIn['connect']>;
				let isOpen = true;
				const close = (): void => {
					if (!isOpen) return;
					isOpen = false;
					link?.drop();
					events.onClose('closed with code 1006');
				};
				clock.after(0, () => {
					if (!isOpen) return;
					link = isDown ? undefined : slack.connect(url, { ...events, onClose: close });
					if (link === undefined) close();
				});
				return { send: (text) => link?.receive(text), ping: () => events.onSign(), cut: close };
			},
			close() {
				isClosed = true;
				stopping.resolve({ kind: 'unanswered', reason: 'the service is stopping' });
			},
		},
	};
}
