/** Which game a text extends: enough to know which files belong together. The rules read it properly. */
const EXTENDS = /^(\s*extends\s*=\s*["'])([a-z0-9-]+)(?=["'])/m

export function extended(text: string): string | null {
  return EXTENDS.exec(text)?.[2] ?? null
}

/** The same text, extending a game of this name. */
export function extending(text: string, name: string): string {
  return text.replace(EXTENDS, (_, before: string) => before + name)
}
