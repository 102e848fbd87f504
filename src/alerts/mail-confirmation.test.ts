import { beforeEach, expect, test } from 'vitest';
import type { Mail, MailAnswer } from '../ports/mail-sender.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../runtime/virtual-clock.ts';
import { CODE_LIMITS, CODE_MS, CODE_TRIES_MAX, createMailConfirmation } from './mail-confirmation.ts';

let clock: VirtualClock;
let sent: Mail[];
let answer: MailAnswer;
let confirmation: ReturnType<typeof createMailConfirmation>;

beforeEach(() => {
	clock = createVirtualClock(Date.UTC(2026, 10, 20, 8));
	sent = [];
	answer = { kind: 'accepted', code: 250, answer: 'ok' };
	confirmation = createMailConfirmation({
		mail: {
			from: 'alerts@carrywire.example',
			send: async (mail) => {
				sent.push(mail);
				return answer;
			},
			close: () => {},
		},
		clock,
		random: systemRandom,
	});
});

const codeOf = (mail: Mail | undefined): string => /(\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

test('accepts the latest code once', async () => {
	await confirmation.send('user_a', 'target_1', 'ann@mail.example');
	await confirmation.send('user_a', 'target_1', 'ann@mail.example');
	const [first, latest] = sent.map(codeOf);
	if (first !== latest)
		expect(() => confirmation.require('target_1', first ?? '')).toThrow(/4 tries are left/);
	confirmation.require('target_1', latest ?? '');
	expect(() => confirmation.require('target_1', latest ?? '')).toThrow(/expired/);
});

test('ends a code after five wrong entries, and after its time', async () => {
	await confirmation.send('user_a', 'target_1', 'ann@mail.example');
	const code = codeOf(sent[0]);
	for (let tried = 1; tried <= CODE_TRIES_MAX; tried += 1)
		expect(() => confirmation.require('target_1', other(code))).toThrow(/code is wrong/);
	expect(() => confirmation.require('target_1', code)).toThrow(/expired/);
	await confirmation.send('user_a', 'target_1', 'ann@mail.example');
	await passTime(clock, CODE_MS);
	expect(() => confirmation.require('target_1', codeOf(sent[1]))).toThrow(/expired/);
});

test('a code of one target confirms no other', async () => {
	await confirmation.send('user_a', 'target_1', 'ann@mail.example');
	expect(() => confirmation.require('target_2', codeOf(sent[0]))).toThrow(/expired/);
});

test('limits codes to one address across users', async () => {
	for (let count = 0; count < CODE_LIMITS.address.max; count += 1)
		await confirmation.send(`user_${count}`, `target_${count}`, 'Ann@mail.example');
	await expect(confirmation.send('user_z', 'target_z', 'ann@mail.example')).rejects.toMatchObject({
		code: 'RATE_LIMITED',
		retryAfterMs: CODE_LIMITS.address.periodMs,
	});
	expect(sent).toHaveLength(CODE_LIMITS.address.max);
	await passTime(clock, CODE_LIMITS.address.periodMs);
	await confirmation.send('user_z', 'target_z', 'ann@mail.example');
});

test('limits codes of one user, and of the whole service', async () => {
	for (let count = 0; count < CODE_LIMITS.user.max; count += 1)
		await confirmation.send('user_a', `target_${count}`, `ann${count}@mail.example`);
	await expect(confirmation.send('user_a', 'target_z', 'z@mail.example')).rejects.toMatchObject({
		code: 'RATE_LIMITED',
	});
	for (let count = CODE_LIMITS.user.max; count < CODE_LIMITS.service.max; count += 1)
		await confirmation.send(`user_${count}`, `target_${count}`, `ann${count}@mail.example`);
	await expect(confirmation.send('user_y', 'target_y', 'y@mail.example')).rejects.toMatchObject({
		code: 'RATE_LIMITED',
	});
});

test('says that a mail was not accepted, and that no mail server exists', async () => {
	answer = { kind: 'refused', code: 550, answer: 'The mail server answered 550: no.' };
	await expect(confirmation.send('user_a', 'target_1', 'ann@mail.example')).rejects.toMatchObject({
		code: 'MAIL_NOT_SENT',
		message: 'The code could not be sent. The mail server answered 550: no.',
	});
	const without = createMailConfirmation({ mail: undefined, clock, random: systemRandom });
	await expect(without.send('user_a', 'target_1', 'ann@mail.example')).rejects.toMatchObject({
		code: 'MAIL_NOT_CONFIGURED',
	});
});
