/**
 * Creates a self-signed X.509 certificate (RFC 5280, section 4.1) for one host. Servers in tests and benches use it.
 */
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';

const OID = {
	ecdsaWithSha256: '06082a8648ce3d040302',
	commonName: '0603550403',
	altName: '0603551d11',
	basic: '0603551d13',
};

/** Returns the certificate and its private key, both as PEM. */
export function selfSigned(host: string): { readonly key: string; readonly cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const algorithm = sequence(hex(OID.ecdsaWithSha256));
	const name = sequence(der(0x31, sequence(hex(OID.commonName), der(0x0c, Buffer.from(host)))));
	const year = new Date().getUTCFullYear();
	const validity = sequence(...[year - 1, year + 1].map((at) => der(0x18, Buffer.from(`${at}0101000000Z`))));
	const extensions = sequence(
		sequence(hex(OID.basic), hex('0101ff'), der(0x04, sequence(hex('0101ff')))),
		sequence(hex(OID.altName), der(0x04, sequence(der(0x82, Buffer.from(host))))),
	);
	const content = sequence(
		hex('a003020102'),
		hex('020101'),
		algorithm,
		name,
		validity,
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, extensions),
	);
	const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: new X509Certificate(sequence(content, algorithm, signature)).toString(),
	};
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts));

/** Encodes a DER value: tag, length and content (X.690, section 8.1). */
function der(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const written =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...written]), content]);
}
