// One way to post: JSON there, JSON back, and a clear word where no answer came.

const POST_MS = 8000;

export const patience = () => AbortSignal.timeout?.(POST_MS); // phones of before 2022 wait as long as they like

// Returns {ok, status, body}; status 0 means that no answer came.
export async function postJson(path, as, body) {
  try {
    const answer = await fetch(`${path}?as=${as}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
      signal: patience(),
    });
    return { ok: answer.ok, status: answer.status, body: await answer.json() };
  } catch {
    return { ok: false, status: 0, body: {} };
  }
}
