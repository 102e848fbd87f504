/** Creates a certificate that only a test trusts: X.509 (RFC 5280) in DER, signed with its own P-256 key. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type SelfSigned = {
	/** Private key as PEM. */
	readonly key: string;
	/** Certificate as PEM. */
	readonly cert: string;
};

export function selfSigned(names: readonly string[]): SelfSigned {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const name = sequence(set(sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from('a test')))));
	const body = sequence(
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		ECDSA_SHA256,
		name,
		sequence(der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('21200101000000Z'))),
		name,
		publicKey.export({ format: 'der', type: 'spki' }),
		der(
			0xa3,
			sequence(
				extension(oid(2, 5, 29, 17), sequence(...names.map((one) => der(0x82, Buffer.from(one))))),
				extension(oid(2, 5, 29, 19), sequence(der(0x01, Buffer.from([0xff])))),
			),
		),
	);
	const signature = sign('sha256', body, privateKey);
	const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
	return {
		key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
	};
}

/** Encodes a DER value: tag, length and content. */
function der(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const bytes =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
	return der(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
	return der(0x31, part);
}

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
	const bytes = rest.flatMap((part) => {
		const groups = [part & 0x7f];
		for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
		return groups;
	});
	return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function extension(id: Buffer, value: Buffer): Buffer {
	return sequence(id, der(0x04, value));
}

const ECDSA_SHA256 = sequence(oid(1, 2, 840, 10_045, 4, 3, 2));
