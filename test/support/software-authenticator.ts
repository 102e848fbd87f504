/**
 * Creates and uses passkeys in this process, as Web Authentication Level 3 specifies (section 6), for tests of the
 * service. A test can change any part of a response.
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** The service's request, in Web Authentication's JSON format. */
type Asked = {
	readonly challenge: string;
	readonly rp?: { readonly id?: string };
	readonly rpId?: string;
	readonly user?: { readonly id: string };
};

/** Parts of a response to replace, with valid or invalid values. */
export type AnswerChange = {
	/** Origin in the response; by default that of the requesting page. */
	readonly origin?: string;
	readonly site?: string;
	readonly challenge?: string;
	/** Type in the response: `webauthn.create` or `webauthn.get`. */
	readonly type?: string;
	/** Sum of the flags: user present 1, user verified 4. */
	readonly flags?: number;
	readonly counter?: number;
	readonly userHandle?: string | null;
	/** Attestation format. */
	readonly format?: string;
	readonly statement?: ReadonlyMap<string, unknown>;
};

export type SoftwareAuthenticator = {
	/** Creates a passkey. Returns the credential as JSON, as the page's script sends it. */
	readonly make: (options: unknown, change?: AnswerChange) => string;
	/**
	 * Signs a login with the most recently created passkey. Returns the credential as JSON, as the page's script
	 * sends it.
	 */
	readonly use: (options: unknown, change?: AnswerChange) => string;
};

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** @param origin origin of the requesting page */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
	let made: { readonly id: Buffer; readonly key: KeyObject; readonly userHandle: string } | undefined;
	let counter = 0;

	function clientData(type: string, asked: Asked, change: AnswerChange): Buffer {
		const { challenge = asked.challenge } = change;
		return Buffer.from(
			JSON.stringify({
				type: change.type ?? type,
				challenge,
				origin: change.origin ?? origin,
				crossOrigin: false,
			}),
		);
	}

	function authenticatorData(site: string, flags: number, count: number, credential?: Buffer): Buffer {
		const head = Buffer.alloc(5);
		head.writeUInt8(flags | (credential === undefined ? 0 : WITH_CREDENTIAL));
		head.writeUInt32BE(count, 1);
		return Buffer.concat([sha256(site), head, credential ?? Buffer.alloc(0)]);
	}

	return {
		make(options, change = {}) {
			const asked = options as Asked;
			const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
			const id = randomBytes(32);
			made = { id, key: pair.privateKey, userHandle: asked.user?.id ?? '' };
			const length = Buffer.alloc(2);
			length.writeUInt16BE(id.length);
			const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(pair.publicKey)]);
			const authData = authenticatorData(
				change.site ?? asked.rp?.id ?? '',
				change.flags ?? PRESENT_AND_VERIFIED,
				change.counter ?? counter,
				credential,
			);
			const attestationObject = cbor(
				new Map<string, unknown>([
					['fmt', change.format ?? 'none'],
					['attStmt', change.statement ?? new Map()],
					['authData', authData],
				]),
			);
			return JSON.stringify({
				id: id.toString('base64url'),
				rawId: id.toString('base64url'),
				type: 'public-key',
				clientExtensionResults: {},
				response: {
					clientDataJSON: clientData('webauthn.create', asked, change).toString('base64url'),
					attestationObject: attestationObject.toString('base64url'),
					transports: ['internal'],
				},
			});
		},
		use(options, change = {}) {
			if (made === undefined) throw new Error('A passkey is made before it is used.');
			const asked = options as Asked;
			counter += 1;
			const client = clientData('webauthn.get', asked, change);
			const authData = authenticatorData(
				change.site ?? asked.rpId ?? '',
				change.flags ?? PRESENT_AND_VERIFIED,
				change.counter ?? counter,
			);
			const signature = createSign('sha256')
				.update(Buffer.concat([authData, createHash('sha256').update(client).digest()]))
				.sign(made.key);
			const { userHandle = made.userHandle } = change;
			return JSON.stringify({
				id: made.id.toString('base64url'),
				rawId: made.id.toString('base64url'),
				type: 'public-key',
				clientExtensionResults: {},
				response: {
					clientDataJSON: client.toString('base64url'),
					authenticatorData: authData.toString('base64url'),
					signature: signature.toString('base64url'),
					...(userHandle === null ? {} : { userHandle }),
				},
			});
		},
	};
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text, 'utf8').digest();
}

/** Encodes the public key in COSE format for ES256 (RFC 9053, 2.1): kty EC2, alg -7, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
	const { x = '', y = '' } = key.export({ format: 'jwk' });
	return cbor(
		new Map<number, unknown>([
			[1, 2],
			[3, -7],
			[-1, 1],
			[-2, Buffer.from(x, 'base64url')],
			[-3, Buffer.from(y, 'base64url')],
		]),
	);
}

/**
 * Encodes a value as CBOR (RFC 8949). It supports only the types needed here: whole numbers, bytes, texts, lists and
 * maps.
 */
function cbor(value: unknown): Buffer {
	if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
	if (typeof value === 'string')
		return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
	if (value instanceof Map)
		return Buffer.concat([
			head(5, value.size),
			...[...value].flatMap(([name, member]) => [cbor(name), cbor(member)]),
		]);
	throw new Error('This value has no form here.');
}

function head(major: number, count: number): Buffer {
	const type = major << 5;
	if (count < 24) return Buffer.from([type | count]);
	if (count < 256) return Buffer.from([type | 24, count]);
	return Buffer.from([type | 25, count >> 8, count & 255]);
}
