/**
 * Runs a minimal key management service over HTTP, and a provider of vault keys that uses it. The keys never leave
 * the service. This shows that the key provider port also supports keys that are stored elsewhere.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KeyProvider, VaultError } from '../../src/ports/vault.ts';

type Request = {
	readonly op: 'wrap' | 'unwrap';
	readonly kid: string;
	readonly data: string;
	readonly aad: string;
};

export type HttpKms = AsyncDisposable & {
	readonly url: string;
	readonly token: string;
	/** Creates a key and returns its name. */
	readonly newKey: () => string;
	/** While true, the service responds with status 503. */
	setDown(isDown: boolean): void;
};

export async function startHttpKms(): Promise<HttpKms> {
	const keys = new Map<string, Buffer>();
	const token = randomBytes(16).toString('hex');
	let down = false;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const refuse = (status: number) => response.writeHead(status).end();
			if (down) return refuse(503);
			if (request.headers.authorization !== `Bearer ${token}`) return refuse(401);
			const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Request;
			const key = keys.get(asked.kid);
			if (key === undefined) return refuse(404);
			try {
				return response.end(JSON.stringify({ data: answer(key, asked).toString('base64') }));
			} catch {
				return refuse(422);
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		token,
		newKey() {
			const kid = `kms/key:${keys.size + 1}`;
			keys.set(kid, randomBytes(32));
			return kid;
		},
		setDown(isDown) {
			down = isDown;
		},
		async [Symbol.asyncDispose]() {
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
		},
	};
}

function answer(key: Buffer, { op, data, aad }: Request): Buffer {
	const bytes = Buffer.from(data, 'base64');
	const additional = Buffer.from(aad, 'base64');
	if (op === 'wrap') {
		const iv = randomBytes(12);
		const cipher = createCipheriv('chacha20-poly1305', key, iv, { authTagLength: 16 });
		cipher.setAAD(additional, { plaintextLength: bytes.length });
		return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
	}
	const decipher = createDecipheriv('chacha20-poly1305', key, bytes.subarray(0, 12), { authTagLength: 16 });
	decipher.setAAD(additional, { plaintextLength: bytes.length - 28 });
	decipher.setAuthTag(bytes.subarray(-16));
	return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

/** @param kids key ids, the current one first */
export function createHttpKmsProvider(kms: HttpKms, kids: readonly string[]): KeyProvider {
	const [currentKid = ''] = kids;
	async function ask(request: Request): Promise<Buffer> {
		const response = await fetch(kms.url, {
			method: 'POST',
			headers: { authorization: `Bearer ${kms.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(request),
		}).catch((cause: unknown) => {
			throw new VaultError('The key management service does not answer.', { cause });
		});
		if (!response.ok) throw new VaultError(`The key management service answered ${response.status}.`);
		const { data } = (await response.json()) as { readonly data: string };
		return Buffer.from(data, 'base64');
	}
	const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
	return {
		source: 'the key management service of the test',
		currentKid,
		knownKids: kids,
		wrap: (dek, aad) => ask({ op: 'wrap', kid: currentKid, data: text(dek), aad: text(aad) }),
		unwrap: (kid, wrapped, aad) => ask({ op: 'unwrap', kid, data: text(wrapped), aad: text(aad) }),
	};
}
