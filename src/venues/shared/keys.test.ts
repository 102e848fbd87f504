/** Parses key descriptions in the documented format, and recognises refusals that concern the key. */
import { describe, expect, test } from 'vitest';
import { KeyRefusedError, VenueError } from '../../ports/venue-error.ts';
import { dialectOf } from '../modules.ts';
import { noteAnswer } from './answers.ts';
import type { Call } from './dialect.ts';
import { isKeyRefusal, venueReason, withoutSecrets } from './outcome.ts';

const answering =
	(method: string, body: unknown): Call =>
	async (_kind, asked) => {
		if (asked !== method) throw new Error(`nobody expected ${asked}`);
		return body;
	};

describe('Bybit', () => {
	/** The documented response, without fields that we do not read. */
	const KEY = {
		readOnly: 0,
		permissions: {
			ContractTrade: ['Order', 'Position'],
			Spot: ['SpotTrade'],
			Wallet: ['AccountTransfer', 'SubMemberTransfer'],
			Derivatives: [],
		},
		ips: ['*'],
		expiredAt: '2023-12-22T07:20:25Z',
		userID: 24617703,
	};
	const read = (change: object = {}) =>
		dialectOf('bybit').readKey(answering('privateGetV5UserQueryApi', { result: { ...KEY, ...change } }));

	test('a key that trades', async () => {
		expect(await read()).toEqual({
			uid: '24617703',
			permissions: [
				'ContractTrade:Order',
				'ContractTrade:Position',
				'Spot:SpotTrade',
				'Wallet:AccountTransfer',
				'Wallet:SubMemberTransfer',
			],
			canTrade: true,
			canWithdraw: false,
			canTransfer: true,
			readOnly: false,
			expiresAt: Date.UTC(2023, 11, 22, 7, 20, 25),
			ipBound: false,
		});
	});

	test.each([
		[{ permissions: { Wallet: ['Withdraw'] } }, { canTrade: false, canWithdraw: true, canTransfer: false }],
		[{ permissions: { FiatP2P: ['FiatP2POrder'] } }, { canWithdraw: true }],
		[{ permissions: { FiatBybitPay: ['FaitPayOrder'] } }, { canWithdraw: true }],
		[{ permissions: { Derivatives: ['DerivativesTrade'] } }, { canTrade: true, canWithdraw: false }],
		[{ permissions: { ContractTrade: ['Position'], Spot: ['SpotTrade'] } }, { canTrade: false }],
		[{ readOnly: 1 }, { canTrade: false, canTransfer: false, readOnly: true }],
		// Without `readOnly` the key counts as read-only.
		[{ readOnly: undefined }, { canTrade: false, readOnly: true }],
		[{ expiredAt: '' }, { expiresAt: null }],
		[{ expiredAt: '1970-01-01T00:00:00Z' }, { expiresAt: null }],
		[{ ips: ['203.0.113.7'] }, { ipBound: true }],
		[
			{ ips: undefined, userID: undefined },
			{ ipBound: null, uid: null },
		],
	])('%j', async (change, expected) => {
		expect(await read(change)).toMatchObject(expected);
	});

	test('refuses an answer without permissions', async () => {
		await expect(read({ permissions: undefined })).rejects.toThrow(/does not include the permissions/);
	});
});

describe('KuCoin', () => {
	const KEY = {
		permission: 'General,Futures,Unified,Spot,Earn,InnerTransfer,Margin',
		ipWhitelist: '',
		uid: 157267400,
		isMaster: true,
	};
	const CLASSIC = { data: { selfAccountMode: 'CLASSIC' } };
	const read = (change: object = {}, mode: object = CLASSIC) =>
		dialectOf('kucoin').readKey(async (_kind, asked) => {
			if (asked !== 'utaPrivateGetAccountMode')
				return answering('privateGetUserApiKey', { data: { ...KEY, ...change } })(_kind, asked);
			if (mode instanceof Error) throw mode;
			return mode;
		});

	test('refuses a unified account and says what to do', async () => {
		await expect(read({}, { data: { selfAccountMode: 'UNIFIED' } })).rejects.toThrow(
			expect.objectContaining({
				name: 'VenueError',
				venue: 'kucoin',
				message:
					'The account is a unified account (UNIFIED), which KuCoin cannot convert back; a classic account is needed. Use a classic account or sub-account',
			}),
		);
	});

	test('assumes a classic account if KuCoin does not state the mode; a missing answer is an error', async () => {
		const notSaid = new VenueError(
			'kucoin',
			'rejected',
			'Access denied--> Require more permission. (400007)',
		);
		expect(await read({}, notSaid)).toMatchObject({ canTrade: true });
		expect(await read({}, { data: {} })).toMatchObject({ canTrade: true });
		const lost = new VenueError('kucoin', 'unavailable', 'no answer');
		await expect(read({}, lost)).rejects.toBe(lost);
		const unknown = new KeyRefusedError('kucoin', 'KC-API-KEY not exists (400003)');
		await expect(read({}, unknown)).rejects.toBe(unknown);
	});

	test('a key that trades', async () => {
		expect(await read()).toEqual({
			uid: '157267400',
			permissions: ['General', 'Futures', 'Unified', 'Spot', 'Earn', 'InnerTransfer', 'Margin'],
			canTrade: true,
			canWithdraw: false,
			canTransfer: true,
			readOnly: false,
			expiresAt: null,
			ipBound: false,
		});
	});

	test.each([
		[{ permission: 'General, Futures, Withdrawal' }, { canTrade: true, canWithdraw: true }],
		[{ permission: 'General,Futures,Transfer' }, { canWithdraw: true }],
		[{ permission: 'General' }, { canTrade: false, canTransfer: false, readOnly: true }],
		[{ permission: 'General,Futures,FlexTransfers' }, { canWithdraw: false, canTransfer: true }],
		[{ permission: 'General,Spot' }, { canTrade: false, readOnly: false }],
		[{ ipWhitelist: '203.0.113.7,203.0.113.8' }, { ipBound: true }],
		[{ expiredAt: 1_800_000_000_000 }, { expiresAt: 1_800_000_000_000 }],
		[{ expiredAt: 0 }, { expiresAt: null }],
		[{ isMaster: false, subName: 'bots' }, { uid: '157267400/bots' }],
		[{ uid: undefined }, { uid: null }],
	])('%j', async (change, expected) => {
		expect(await read(change)).toMatchObject(expected);
	});

	test.each([{ permission: '' }, { permission: undefined }])(
		'refuses an answer without permissions: %j',
		async (change) => {
			await expect(read(change)).rejects.toThrow(/permission/);
		},
	);
});

describe('a refusal', () => {
	const { errors: bybit } = dialectOf('bybit');
	const { errors: kucoin } = dialectOf('kucoin');
	/** Returns the error that ccxt throws for a response with this body; without a body, for no response. */
	const failed = (message: string, body?: string) =>
		body === undefined ? new Error(message) : noteAnswer(new Error(`${message} ${body}`), 400, body);
	test.each([
		[bybit, 'bybit', '{"retCode":10003,"retMsg":"API key is invalid."}', true],
		[bybit, 'bybit', '{"retCode":33004,"retMsg":"Your api key has expired."}', true],
		// The account lacks the permission, so every other key of that account would lack it too.
		[bybit, 'bybit', '{"retCode":10005,"retMsg":"Permission denied"}', false],
		[bybit, 'bybit', '{"retCode":10002,"retMsg":"invalid request, check your timestamp"}', false],
		[kucoin, 'kucoin', '{"code":"400003","msg":"KC-API-KEY not exists"}', true],
		[kucoin, 'kucoin', '{"code":"400007","msg":"Access denied--> Require more permission."}', false],
		[kucoin, 'kucoin requires "password" credential', undefined, true],
		// This response may come from a proxy.
		[kucoin, 'kucoin GET https://api.kucoin.com 403 Forbidden', '<html>', false],
		[bybit, 'bybit', '{"retCode":99999}', false],
	])('concerns the key, or not: %#', (errors, message, body, expected) => {
		expect(isKeyRefusal(failed(message, body), errors)).toBe(expected);
	});

	test('has the exchange’s own text', () => {
		expect(venueReason(failed('bybit', '{"retCode":10003,"retMsg":"API key is invalid."}'), bybit)).toBe(
			'API key is invalid. (10003)',
		);
		expect(venueReason(new Error('no body at all'), bybit)).toBe('Error: no body at all');
	});

	test('contains no secret', () => {
		const said = 'error sign! origin_string[1700000000000KEY5000SECRETKEY]';
		expect(withoutSecrets(said, ['KEY', 'SECRET', undefined, ''])).toBe(
			'error sign! origin_string[1700000000000[secret]5000[secret][secret]]',
		);
	});
});
