/**
 * Proves that a user reads the mails of an address before alerts go there. The recipient gets a code; the user enters
 * it. The limits keep anyone from sending many mails to a stranger. Codes live in memory: after a restart the user
 * requests a new one.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { MailSender } from '../ports/mail-sender.ts';
import { MAIL_TEXTS, SETTING_TEXTS } from './text.ts';

/** Validity of a code, milliseconds. */
export const CODE_MS = 30 * 60_000;
/** Wrong entries after which a code ends. */
export const CODE_TRIES_MAX = 5;
/** Number of digits of a code. */
const CODE_DIGITS = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Limits for codes: at most `max` in `periodMs` for the same user, the same address, and the whole service. */
export const CODE_LIMITS = {
	user: { max: 5, periodMs: HOUR_MS },
	address: { max: 3, periodMs: DAY_MS },
	service: { max: 100, periodMs: HOUR_MS },
} as const;

type Code = { readonly digits: string; readonly endsAt: number; triesLeft: number };

/** Creates the confirmation of mail addresses. `mail` is undefined if the operator has no mail server. */
export function createMailConfirmation(parts: {
	readonly mail: MailSender | undefined;
	readonly clock: Pick<Clock, 'now' | 'monotonic'>;
	readonly random: Pick<Random, 'hex'>;
}) {
	const { mail, clock, random } = parts;
	const codes = new Map<string, Code>();
	const requireWithinLimits = codeLimits(clock);
	return {
		/**
		 * Sends a new code for the target; an earlier one ends. @throws CarrywireError MAIL_NOT_CONFIGURED,
		 * MAIL_NOT_SENT, RATE_LIMITED
		 */
		async send(userId: string, targetId: string, recipient: string): Promise<void> {
			if (mail === undefined) throw new CarrywireError('MAIL_NOT_CONFIGURED', SETTING_TEXTS.noMailServer());
			requireWithinLimits([
				['user', userId],
				['address', recipient.toLowerCase()],
				['service', ''],
			]);
			const digits = newDigits(random);
			const { kind, answer } = await mail.send({
				recipient,
				subject: MAIL_TEXTS.codeSubject,
				text: MAIL_TEXTS.codeBody(digits, CODE_MS),
				messageId: `code-${random.hex(12)}`,
			});
			if (kind !== 'accepted')
				throw new CarrywireError('MAIL_NOT_SENT', SETTING_TEXTS.codeNotSent({ answer }), {
					field: 'recipient',
				});
			codes.set(targetId, { digits, endsAt: clock.monotonic() + CODE_MS, triesLeft: CODE_TRIES_MAX });
		},
		/** Uses up the target's code. @throws CarrywireError WRONG_CONFIRMATION_CODE */
		require(targetId: string, digits: string): void {
			const code = codes.get(targetId);
			if (code === undefined || code.endsAt <= clock.monotonic()) {
				codes.delete(targetId);
				throw new CarrywireError('WRONG_CONFIRMATION_CODE', SETTING_TEXTS.codeEnded(), { field: 'code' });
			}
			if (code.digits === digits) {
				codes.delete(targetId);
				return;
			}
			code.triesLeft -= 1;
			if (code.triesLeft === 0) codes.delete(targetId);
			throw new CarrywireError('WRONG_CONFIRMATION_CODE', SETTING_TEXTS.wrongCode({ left: code.triesLeft }), {
				field: 'code',
			});
		},
		forget: (targetId: string): boolean => codes.delete(targetId),
	};
}

const CODE_REFUSALS = {
	user: SETTING_TEXTS.codesOfUser,
	address: SETTING_TEXTS.codesOfAddress,
	service: SETTING_TEXTS.codesOfService,
} as const;

type Limited = readonly (readonly [limit: keyof typeof CODE_LIMITS, subject: string])[];

/** Creates the function that counts a code against its limits. @throws CarrywireError RATE_LIMITED */
function codeLimits(clock: Pick<Clock, 'monotonic'>): (limited: Limited) => void {
	/** Times of the codes sent, monotonic milliseconds, by limit and subject. */
	const sent = new Map<string, number[]>();
	return (limited) => {
		const now = clock.monotonic();
		for (const [key, times] of sent) {
			const { periodMs } = CODE_LIMITS[key.slice(0, key.indexOf(' ')) as keyof typeof CODE_LIMITS];
			const recent = times.filter((at) => now - at < periodMs);
			if (recent.length === 0) sent.delete(key);
			else sent.set(key, recent);
		}
		for (const [limit, subject] of limited) {
			const { max, periodMs } = CODE_LIMITS[limit];
			const times = sent.get(`${limit} ${subject}`) ?? [];
			if (times.length < max) continue;
			throw new CarrywireError('RATE_LIMITED', CODE_REFUSALS[limit]({ limit: max }), {
				retryAfterMs: (times[0] ?? now) + periodMs - now,
			});
		}
		for (const [limit, subject] of limited)
			sent.set(`${limit} ${subject}`, [...(sent.get(`${limit} ${subject}`) ?? []), now]);
	};
}

function newDigits(random: Pick<Random, 'hex'>): string {
	// 2^48 is far above a million, so every code is almost equally likely.
	return String(Number.parseInt(random.hex(6), 16) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}
